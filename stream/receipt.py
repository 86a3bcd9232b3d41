"""What became of a turn that was handed in."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Outcome(StrEnum):
    """What HTTP ingest answers; ACCEPTED is a turn that Kafka holds and somebody else judges."""

    ACCEPTED = "accepted"
    RECORDED = "recorded"
    DUPLICATE = "duplicate"
    CONFLICT = "conflict"
    FAILED = "failed"


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to one turn: its id, and whether it was recorded, known already, or refused.

    A CONFLICT has the id of an earlier turn but another text: the first one is kept. A FAILED turn could be neither
    read nor judged and took no slot.
    """

    conversation: str
    turn_id: str
    outcome: Outcome
