"""The end of a conversation: the command that asks for it and the summary that answers."""

from __future__ import annotations

from datetime import datetime

import msgspec

from schemas.record import Label

SESSION_VERSION = 1


class SessionEnd(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A ticker's command: end this conversation if its last slot is still `last_slot`."""

    conversation: str
    last_slot: int
    idle_since: datetime
    tenant: str = ""
    epoch: int = 0
    schema_version: int = SESSION_VERSION


class SessionSummary(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What remains of an ended conversation: counts and the final figures of its last assistant and version."""

    conversation: str
    turns: int
    assistant_turns: int
    scored_turns: int
    tenant: str = ""
    epoch: int = 0
    assistant: str = "default"
    assistant_version: str = ""
    score: float | None = None
    level: float | None = None
    slope: float | None = None
    label: Label | None = None
    findings: dict[str, int] = {}
    first_at: datetime | None = None
    last_at: datetime | None = None
    schema_version: int = SESSION_VERSION
