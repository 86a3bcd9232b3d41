"""The end of a conversation: the commands that ask for it and the values that answer."""

from __future__ import annotations

from datetime import datetime

import msgspec

from schemas.record import Label

SESSION_VERSION = 1


class SessionEnd(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A ticker's command: end this conversation if its last slot is still `last_slot`.

    `idle_since` is when its last turn arrived, `reached` the time up to which the ticker knows that every turn of the
    partition has been judged; None where there are no partitions.
    """

    conversation: str
    last_slot: int
    idle_since: datetime
    reached: datetime | None = None
    tenant: str = ""
    epoch: int = 0
    schema_version: int = SESSION_VERSION


class SessionSummary(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What remains of an ended conversation: counts and the final figures of its last assistant and version.

    `resent_turns` are those that were sent again by hand.
    """

    conversation: str
    turns: int
    assistant_turns: int
    scored_turns: int
    resent_turns: int = 0
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


class Forget(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The command to erase a conversation, every epoch of it."""

    conversation: str
    tenant: str = ""
    schema_version: int = SESSION_VERSION


class Forgotten(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A conversation has been erased up to and including `epoch`; whoever holds anything of it erases that too.

    `records` is how many judged turns the ledger let go.
    """

    conversation: str
    epoch: int
    tenant: str = ""
    records: int = 0
    schema_version: int = SESSION_VERSION
