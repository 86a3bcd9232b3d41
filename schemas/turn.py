"""What arrives: one turn of one conversation (METHOD.md, section 1)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec

from schemas.given import MAX_GIVEN, GivenClaim
from schemas.role import Role

__all__ = ["MAX_INDEX", "TURN_VERSION", "Role", "Turn"]

TURN_VERSION = 1
MAX_INDEX = 2**53 - 1
"""Largest index that every JSON reader keeps exact."""


class Turn(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One utterance as the producer sent it.

    `at` is the event time with a zone; `index` the producer's 0-based position in the conversation; `reference` a text
    that a good answer would agree with, used by relevance alone. `claims` are what the turn says, where somebody has
    extracted it already; null is not extracted, an empty list is nothing said. The extractor `given` uses them.
    """

    conversation: str
    role: Role
    text: str
    at: Annotated[datetime, msgspec.Meta(tz=True)] | None = None
    assistant: str = "default"
    assistant_version: str = ""
    tenant: str = ""
    index: Annotated[int, msgspec.Meta(ge=0, le=MAX_INDEX)] | None = None
    turn_id: str = ""
    reference: str = ""
    claims: Annotated[tuple[GivenClaim, ...], msgspec.Meta(max_length=MAX_GIVEN)] | None = None
    schema_version: int = TURN_VERSION
