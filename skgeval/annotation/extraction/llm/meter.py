"""What the reading by a model tells whoever wants to count: calls, tokens, cost, what was dropped, how things stand."""

from __future__ import annotations

from typing import Protocol

import msgspec


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """One call and what it took; `outcome` is a word of `errors.Outcome`."""

    assistant: str
    assistant_version: str
    outcome: str
    read: int = 0
    written: int = 0
    cost: float = 0.0


class State(msgspec.Struct, frozen=True, kw_only=True):
    """How things stand: whether the breaker is open, and what was spent of this hour's budget."""

    breaker_open: bool = False
    spent: float = 0.0
    over_budget: bool = False


class Meter(Protocol):
    """Counts; called from several threads."""

    def called(self, call: Call) -> None:
        """Count a call."""
        ...

    def reused(self, assistant: str, assistant_version: str) -> None:
        """Count an answer that was kept from before."""
        ...

    def dropped(self, reason: str, times: int) -> None:
        """Count claims that were not taken in."""
        ...

    def stands(self, state: State) -> None:
        """Show how things stand."""
        ...

    def waits(self, problem: str) -> None:
        """Show that reading waits, and for what; "" when it goes on."""
        ...


class Uncounted:
    """Counts nothing."""

    def called(self, call: Call) -> None:
        """Leave a call uncounted."""

    def reused(self, assistant: str, assistant_version: str) -> None:
        """Leave an answer uncounted."""

    def dropped(self, reason: str, times: int) -> None:
        """Leave claims uncounted."""

    def stands(self, state: State) -> None:
        """Show nothing."""

    def waits(self, problem: str) -> None:
        """Show nothing."""
