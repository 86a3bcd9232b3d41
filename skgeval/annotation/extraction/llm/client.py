"""One call to an OpenAI-compatible endpoint: bounded in time and size, its failures told apart.

The library retries (time-outs, 409, 429, 5xx; it waits as `Retry-After` says, else longer each time and by chance a
little more or less). Chance only moves the moment of a call, never what is asked.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Protocol

import msgspec
import openai
from openai.types.shared_params import ResponseFormatJSONSchema

from skgeval.annotation.extraction.llm.errors import CallError, Outcome
from skgeval.annotation.extraction.llm.options import LlmOptions

_NO_KEY = "none"
"""What is sent to endpoints that ask for no key; the library refuses to send nothing."""
_FORBIDDEN = frozenset({401, 403, 404})
_TOO_MANY = 429
_SERVER = 500


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """The words of an answer, and the tokens that it took."""

    content: str
    read: int = 0
    written: int = 0


class Model(Protocol):
    """Something that answers; real ones are behind HTTP."""

    def ask(self, system: str, user: str, schema: dict[str, Any]) -> Reply:
        """Return the answer to one question.

        Raises:
            CallError: there is none.
        """
        ...


class _Message(msgspec.Struct):
    content: str | None = None
    refusal: str | None = None


class _Choice(msgspec.Struct):
    message: _Message = msgspec.field(default_factory=_Message)
    finish_reason: str | None = None


class _Usage(msgspec.Struct):
    prompt_tokens: int = 0
    completion_tokens: int = 0


class _Completion(msgspec.Struct):
    choices: list[_Choice] = []
    usage: _Usage | None = None


class ChatModel:
    """A model behind `POST {base_url}/chat/completions`."""

    def __init__(self, options: LlmOptions) -> None:
        """Connect to nothing yet."""
        self._options = options
        self._client = openai.OpenAI(
            base_url=options.base_url,
            api_key=options.api_key or _NO_KEY,
            timeout=options.timeout,
            max_retries=options.retries,
        )

    def ask(self, system: str, user: str, schema: dict[str, Any]) -> Reply:
        """Return the answer to one question; see `Model`."""
        try:
            return _reply(self._called(system, user, schema))
        except openai.APITimeoutError as error:
            problem = f"no answer within {self._options.timeout:g} s"
            raise CallError(outcome=Outcome.TIMEOUT, problem=problem) from error
        except openai.APIStatusError as error:
            raise CallError(outcome=_outcome(error.status_code), problem=f"HTTP {error.status_code}") from error
        except (openai.APIError, OSError) as error:
            raise CallError(outcome=Outcome.UNREACHABLE, problem=type(error).__name__) from error

    def close(self) -> None:
        """Let go of the connections."""
        self._client.close()

    def _called(self, system: str, user: str, schema: dict[str, Any]) -> bytes:
        options = self._options
        form: ResponseFormatJSONSchema = {
            "type": "json_schema",
            "json_schema": {"name": "claims", "strict": True, "schema": schema},
        }
        calling = self._client.chat.completions.with_streaming_response.create(
            model=options.model,
            messages=[{"role": "system", "content": system}, {"role": "user", "content": user}],
            temperature=0,
            seed=options.seed,
            response_format=form,
        )
        with calling as response:
            try:
                return b"".join(self._bounded(response.iter_bytes()))
            except CallError:
                raise
            except Exception as error:
                # The library maps what its HTTP client raises only until the answer begins.
                late = "Timeout" in type(error).__name__
                outcome = Outcome.TIMEOUT if late else Outcome.UNREACHABLE
                raise CallError(outcome=outcome, problem=f"the answer broke off ({type(error).__name__})") from error

    def _bounded(self, chunks: Iterator[bytes]) -> Iterator[bytes]:
        """Pass on an answer until it is too long or takes too long, however slowly it drips."""
        size, latest = 0, time.monotonic() + self._options.timeout
        for chunk in chunks:
            size += len(chunk)
            if size > self._options.max_answer_bytes:
                problem = f"the answer has more than {self._options.max_answer_bytes} bytes"
                raise CallError(outcome=Outcome.TOO_LARGE, problem=problem)
            if time.monotonic() > latest:
                problem = f"the answer was not whole within {self._options.timeout:g} s"
                raise CallError(outcome=Outcome.TIMEOUT, problem=problem)
            yield chunk


def _reply(body: bytes) -> Reply:
    try:
        completion = msgspec.json.decode(body, type=_Completion)
    except (msgspec.DecodeError, RecursionError) as error:
        raise CallError(outcome=Outcome.MALFORMED, problem="the response is no chat completion") from error
    if not completion.choices:
        raise CallError(outcome=Outcome.MALFORMED, problem="the response holds no choice")
    choice = completion.choices[0]
    usage = completion.usage or _Usage()
    reply = Reply(content=choice.message.content or "", read=usage.prompt_tokens, written=usage.completion_tokens)
    if choice.message.refusal or choice.finish_reason == "content_filter":
        raise UnusableAnswerError(outcome=Outcome.REFUSED, problem="the model refused", reply=reply)
    if choice.finish_reason == "length":
        raise UnusableAnswerError(outcome=Outcome.TRUNCATED, problem="the answer was cut off", reply=reply)
    if not reply.content.strip():
        raise UnusableAnswerError(outcome=Outcome.MALFORMED, problem="the answer is empty", reply=reply)
    return reply


class UnusableAnswerError(CallError):
    """An answer that came, and costs its tokens, but holds no claims."""

    def __init__(self, *, outcome: Outcome, problem: str, reply: Reply) -> None:
        """Build the sentence from the facts."""
        super().__init__(outcome=outcome, problem=problem)
        self.reply = reply


def _outcome(status: int) -> Outcome:
    if status == _TOO_MANY:
        return Outcome.RATE_LIMITED
    if status >= _SERVER:
        return Outcome.SERVER_ERROR
    return Outcome.DENIED if status in _FORBIDDEN else Outcome.REJECTED
