"""What the reading by a language model can be told."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class OnFailure(StrEnum):
    """What becomes of a turn that the model did not read."""

    FALLBACK = "fallback"
    WAIT = "wait"
    DEAD_LETTER = "dead_letter"


class Price(msgspec.Struct, frozen=True, kw_only=True):
    """What a model costs per million tokens, in the currency of whoever wrote it down."""

    input: float = 0.0
    output: float = 0.0

    def cost(self, read: int, written: int) -> float:
        """Return what a call costs that read and wrote so many tokens."""
        return (read * self.input + written * self.output) / 1_000_000


class LlmOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Endpoint, limits and what follows from failure."""

    base_url: str
    model: str
    api_key: str = ""
    timeout: float = 30.0
    """Seconds that one attempt may take, its answer included."""
    retries: int = 2
    """Further attempts after a time-out, a 429 or a 5xx, with growing pauses."""
    concurrency: int = 4
    """Calls at a time."""
    on_failure: OnFailure = OnFailure.FALLBACK
    price: Price = Price()
    budget_per_hour: float = 0.0
    """What may be spent in each hour of the clock; 0 is no bound."""
    failures_to_break: int = 3
    """Failed calls in a row after which the endpoint is left alone for `pause` seconds."""
    pause: float = 30.0
    max_answer_bytes: int = 2_000_000
    """Longest answer that is read; two hundred claims have 100 KB."""
    seed: int = 7
