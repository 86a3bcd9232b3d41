"""What `skg doctor` answers: a name, what was found, whether it is as it should be, and what to do."""

from __future__ import annotations

import msgspec


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the doctor's answer."""

    name: str
    found: str
    sound: bool = True
    todo: str = ""
    """What to do; beside a sound check, something to know of."""
