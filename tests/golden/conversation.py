"""The conversation that every golden example is taken from; the example is its last turn."""

from datetime import UTC, datetime, timedelta

from schemas.turn import Role, Turn

START = datetime(2026, 1, 31, 12, 0, tzinfo=UTC)
_SAID = (
    (Role.USER, "How long is the warranty?"),
    (Role.ASSISTANT, "Your warranty lasts 24 months."),
    (Role.USER, "And for the battery?"),
    (Role.ASSISTANT, "12 months."),
    (Role.USER, "So the warranty is 12 months?"),
    (Role.ASSISTANT, "Yes, 12 months."),
)
TURNS = tuple(
    Turn(
        conversation="warranty",
        role=role,
        text=text,
        at=START + timedelta(seconds=20 * index),
        assistant="support",
        assistant_version="1.4",
        index=index,
    )
    for index, (role, text) in enumerate(_SAID)
)
EXAMPLE = len(TURNS) - 1
IDLE = timedelta(minutes=30)
