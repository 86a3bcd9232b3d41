"""Who speaks; below everything else, because claims name their speaker and turns bring claims."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """Who speaks in a turn."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"
