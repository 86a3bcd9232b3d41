"""One call to an OpenAI-compatible endpoint: bounded in time and size, its failures told apart.

The library retries (time-outs, 409, 429, 5xx; it waits as `Retry-After` says, else longer each time and by chance a
little more or less). Chance only moves the moment of a call, never what is asked. Calls run on an event loop of their
own, since only there one that hangs can be ended from outside: by its deadline, or when the program ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import CancelledError
from threading import Thread
from typing import Any, Protocol

import msgspec
import openai
from openai.types.shared_params import ResponseFormatJSONSchema

from skgeval.annotation.extraction.llm.errors import CallError, Outcome
from skgeval.annotation.extraction.llm.options import LlmOptions
from skgeval.annotation.extraction.llm.reply import Reply, read_reply

_NO_KEY = "none"
"""What is sent to endpoints that ask for no key; the library refuses to send nothing."""
_REDIRECTED = range(300, 400)
"""Turns go to the endpoint that was named, and to nowhere that it names."""
_FORBIDDEN = frozenset({401, 403, 404, *_REDIRECTED})
_TOO_MANY = 429
_SERVER = 500
_CLOSING_S = 5.0


class Model(Protocol):
    """Something that answers; real ones are behind HTTP."""

    def ask(self, system: str, user: str, schema: dict[str, Any]) -> Reply:
        """Return the answer to one question.

        Raises:
            CallError: there is none.
        """
        ...

    def close(self) -> None:
        """End the calls under way, which fail, and let go of the connections."""
        ...


class ChatModel:
    """A model behind `POST {base_url}/chat/completions`; safe to use from several threads."""

    def __init__(self, options: LlmOptions) -> None:
        """Connect to nothing yet."""
        self._options = options
        self._client = openai.AsyncOpenAI(
            base_url=options.base_url,
            api_key=options.api_key or _NO_KEY,
            timeout=options.timeout,
            max_retries=options.retries,
            http_client=openai.DefaultAsyncHttpxClient(
                timeout=options.timeout, follow_redirects=False, event_hooks={"response": [_close_unless_good]}
            ),
        )
        self._closing = False
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="llm-calls", daemon=True)
        self._thread.start()

    def ask(self, system: str, user: str, schema: dict[str, Any]) -> Reply:
        """Return the answer to one question; see `Model`."""
        asked_bytes = len(system.encode()) + len(user.encode()) + len(msgspec.json.encode(schema))
        calling = self._within_deadline(system, user, schema)
        try:
            body = asyncio.run_coroutine_threadsafe(calling, self._loop).result(self._longest() + _CLOSING_S)
        except openai.APITimeoutError as error:
            problem = f"no answer within {self._options.timeout:g} s"
            raise CallError(outcome=Outcome.TIMEOUT, problem=problem) from error
        except openai.APIStatusError as error:
            raise CallError(outcome=_outcome(error.status_code), problem=f"HTTP {error.status_code}") from error
        except (openai.APIError, OSError) as error:
            raise CallError(outcome=Outcome.UNREACHABLE, problem=type(error).__name__) from error
        except CancelledError as error:
            raise CallError(outcome=Outcome.UNREACHABLE, problem="the program ends") from error
        except RuntimeError as error:
            if not self._loop.is_closed():
                raise
            calling.close()
            raise CallError(outcome=Outcome.UNREACHABLE, problem="the program ends") from error
        return read_reply(body, asked_bytes=asked_bytes)

    def close(self) -> None:
        """End the calls under way, and let go of thread and connections."""
        if self._loop.is_closed():
            return
        self._closing = True
        asyncio.run_coroutine_threadsafe(self._end_calls(), self._loop).result(_CLOSING_S)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_CLOSING_S)
        self._loop.close()

    async def _end_calls(self) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await self._client.close()

    async def _within_deadline(self, system: str, user: str, schema: dict[str, Any]) -> bytes:
        """Call, and call again, for as long as all attempts may take together, whatever an endpoint asks to wait."""
        if self._closing:
            raise CallError(outcome=Outcome.UNREACHABLE, problem="the program ends")
        try:
            async with asyncio.timeout(self._longest()):
                return await self._called(system, user, schema)
        except TimeoutError as error:
            problem = f"no answer within {self._longest():g} s in all"
            raise CallError(outcome=Outcome.TIMEOUT, problem=problem) from error

    def _longest(self) -> float:
        return self._options.timeout * (self._options.retries + 1)

    async def _called(self, system: str, user: str, schema: dict[str, Any]) -> bytes:
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
        async with calling as response:
            try:
                async with asyncio.timeout(options.timeout):
                    return b"".join([chunk async for chunk in self._bounded(response.iter_bytes())])
            except CallError:
                raise
            except TimeoutError as error:
                problem = f"the answer was not whole within {options.timeout:g} s"
                raise CallError(outcome=Outcome.TIMEOUT, problem=problem) from error
            except Exception as error:
                # The library maps what its HTTP client raises only until the answer begins.
                late = "Timeout" in type(error).__name__
                outcome = Outcome.TIMEOUT if late else Outcome.UNREACHABLE
                raise CallError(outcome=outcome, problem=f"the answer broke off ({type(error).__name__})") from error

    async def _bounded(self, chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """Pass on an answer until it is too long."""
        size = 0
        async for chunk in chunks:
            size += len(chunk)
            if size > self._options.max_answer_bytes:
                problem = f"the answer has more than {self._options.max_answer_bytes} bytes"
                raise CallError(outcome=Outcome.TOO_LARGE, problem=problem)
            yield chunk


async def _close_unless_good(response: Any) -> None:  # noqa: ANN401 - of the library's HTTP client, whose name changes
    """Leave the body of a failure unread: it may have no end, and may quote the key."""
    if not response.is_success:
        await response.aclose()


def _outcome(status: int) -> Outcome:
    if status == _TOO_MANY:
        return Outcome.RATE_LIMITED
    if status >= _SERVER:
        return Outcome.SERVER_ERROR
    return Outcome.DENIED if status in _FORBIDDEN else Outcome.REJECTED
