"""What can go wrong between us and a model."""

from __future__ import annotations

from enum import StrEnum

from skgeval.annotation.errors import AnnotationError


class Outcome(StrEnum):
    """How a call ended; the closed set that metrics count by."""

    GOOD = "good"
    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"
    RATE_LIMITED = "rate_limited"
    SERVER_ERROR = "server_error"
    REJECTED = "rejected"
    DENIED = "denied"
    REFUSED = "refused"
    TRUNCATED = "truncated"
    MALFORMED = "malformed"
    TOO_LARGE = "too_large"
    HELD_BACK = "held_back"
    OVER_BUDGET = "over_budget"


AWAY = frozenset(
    {
        Outcome.TIMEOUT,
        Outcome.UNREACHABLE,
        Outcome.RATE_LIMITED,
        Outcome.SERVER_ERROR,
        Outcome.DENIED,
        Outcome.HELD_BACK,
    }
)
"""Outcomes that say something about the endpoint, not about the turn: they open the breaker, and waiting may help."""


class CallError(AnnotationError):
    """A call that brought no claims; `problem` never quotes the conversation or the answer."""

    def __init__(self, *, outcome: Outcome, problem: str) -> None:
        """Build the sentence from the facts."""
        self.outcome = outcome
        self.problem = problem
        super().__init__(f"{outcome.value}: {problem}")


class AnswerStoreError(AnnotationError):
    """A cache of answers that cannot be opened."""

    def __init__(self, *, path: str, problem: str) -> None:
        """Build the sentence from the facts."""
        self.path = path
        self.problem = problem
        super().__init__(f"answers of the language model in {path}: {problem}; set SKG_LLM_CACHE_DIR to another folder")
