"""What comes back from an endpoint: the words of the answer and the tokens that it took, read with mistrust."""

from __future__ import annotations

from typing import Any

import msgspec

from skgeval.annotation.extraction.llm.errors import CallError, Outcome

MOST_TOKENS = 10_000_000
"""Tokens that one call may be said to take; beyond it a number is not believed."""
_BYTES_A_TOKEN = 4


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """The words of an answer, and the tokens that it took."""

    content: str
    read: int = 0
    written: int = 0


class UnusableAnswerError(CallError):
    """An answer that came, and costs its tokens, but holds no claims."""

    def __init__(self, *, outcome: Outcome, problem: str, reply: Reply) -> None:
        """Build the sentence from the facts."""
        super().__init__(outcome=outcome, problem=problem)
        self.reply = reply


class _Message(msgspec.Struct):
    content: str | None = None
    refusal: str | None = None


class _Choice(msgspec.Struct):
    message: _Message = msgspec.field(default_factory=_Message)
    finish_reason: str | None = None


class _Completion(msgspec.Struct):
    choices: list[_Choice] = []
    usage: Any = None


def read_reply(body: bytes, *, asked_bytes: int) -> Reply:
    """Return what a chat completion says to a question of so many bytes.

    Raises:
        CallError: it is no chat completion.
        UnusableAnswerError: it is one without an answer.
    """
    try:
        completion = msgspec.json.decode(body, type=_Completion)
    except (msgspec.DecodeError, RecursionError) as error:
        raise CallError(outcome=Outcome.MALFORMED, problem="the response is no chat completion") from error
    if not completion.choices:
        raise CallError(outcome=Outcome.MALFORMED, problem="the response holds no choice")
    choice = completion.choices[0]
    content = choice.message.content or ""
    reply = Reply(
        content=content,
        read=_tokens(completion.usage, "prompt_tokens", asked_bytes),
        written=_tokens(completion.usage, "completion_tokens", len(content.encode(errors="replace"))),
    )
    if choice.message.refusal or choice.finish_reason == "content_filter":
        raise UnusableAnswerError(outcome=Outcome.REFUSED, problem="the model refused", reply=reply)
    if choice.finish_reason == "length":
        raise UnusableAnswerError(outcome=Outcome.TRUNCATED, problem="the answer was cut off", reply=reply)
    if not content.strip():
        raise UnusableAnswerError(outcome=Outcome.MALFORMED, problem="the answer is empty", reply=reply)
    return reply


def _tokens(usage: object, name: str, size: int) -> int:
    """Return what an endpoint says that it counted; what `size` bytes make, roughly, where it says nothing likely.

    A budget must hold for endpoints that count nothing too, and nobody may lower it by a negative number.
    """
    told = usage.get(name) if isinstance(usage, dict) else None
    if isinstance(told, int) and not isinstance(told, bool) and 0 <= told <= MOST_TOKENS:
        return told
    return -(-size // _BYTES_A_TOKEN)
