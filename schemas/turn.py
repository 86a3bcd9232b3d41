"""What arrives: one turn of one conversation (METHOD.md, section 1)."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated

import msgspec

TURN_VERSION = 1
MAX_INDEX = 2**53 - 1
"""Largest index that every JSON reader keeps exact."""


class Role(StrEnum):
    """Who speaks in a turn."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"


class Turn(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One utterance as the producer sent it.

    `at` is the event time with a zone; `index` the producer's 0-based position in the conversation; `reference` a text
    that a good answer would agree with, used by relevance alone.
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
    schema_version: int = TURN_VERSION
