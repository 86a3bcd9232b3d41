"""What is taken out of texts before anything else sees them: pseudonyms for mail addresses, numbers and keys.

Redaction comes right after decoding, before ids and digests are made of a text. `stream.redaction.patterns` says what
is found and what is not.
"""

from __future__ import annotations

from typing import Protocol

from schemas.turn import Turn
from stream.errors import SettingsError
from stream.redaction.patterns import PatternRedactor
from stream.settings import PREFIX, RedactionMode, Settings

SHORTEST_KEY = 16
"""Characters of a key; with a shorter one phone numbers could be guessed from their pseudonyms."""


class Redactor(Protocol):
    """Takes out of a turn what must not be kept."""

    def redact(self, turn: Turn) -> Turn:
        """Return the turn as it may be kept; ids, names and times stay as they are."""
        ...


class _Off:
    """Takes out nothing."""

    def redact(self, turn: Turn) -> Turn:
        return turn


def load_redactor(settings: Settings) -> Redactor:
    """Return the redactor that settings ask for; raise SettingsError when it needs a key and has none that is safe."""
    if settings.redaction is RedactionMode.OFF:
        return _Off()
    if len(settings.redaction_key) < SHORTEST_KEY:
        found = f"has {len(settings.redaction_key)} characters" if settings.redaction_key else "is empty"
        problem = (
            f"{found}, and pseudonyms depend on it: set {PREFIX}REDACTION_KEY or {PREFIX}REDACTION_KEY_FILE to a"
            f" secret of at least {SHORTEST_KEY} characters, the same everywhere (`openssl rand -hex 32` makes one)"
        )
        raise SettingsError(source="settings", field="redaction_key", problem=problem)
    return PatternRedactor(settings.redaction_key)
