"""A language model that answers as a test tells it to, over real HTTP in the form that OpenAI's clients expect."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from contextlib import contextmanager

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from stream.ingest.server import open_socket

Say = Callable[[dict[str, str]], Response]


class Server:
    """Records what it was asked; `say` makes the answer to each turn and may be changed at any time."""

    def __init__(self, say: Say, port: int = 0) -> None:
        self.say = say
        self.requests: list[dict] = []
        self.at_once = self.most_at_once = 0
        self._lock = threading.Lock()
        app = Starlette(routes=[Route("/v1/chat/completions", self._chat, methods=["POST"])])
        self._socket = open_socket("127.0.0.1", port, token="")
        self.port = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/v1"
        self._server = uvicorn.Server(
            uvicorn.Config(app, log_level="error", lifespan="off", timeout_graceful_shutdown=1)
        )
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True)
        self._thread.start()

    @property
    def texts(self) -> list[str]:
        """The texts that were asked about."""
        return [json.loads(request["messages"][1]["content"])["text"] for request in self.requests]

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(10)
        self._socket.close()

    async def _chat(self, request: Request) -> Response:
        body = await request.json()
        return await _in_thread(self._answer, body)

    def _answer(self, body: dict) -> Response:
        with self._lock:
            self.requests.append(body)
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            return self.say(json.loads(body["messages"][1]["content"]))
        finally:
            with self._lock:
                self.at_once -= 1


async def _in_thread(work: Callable, *arguments: object) -> Response:
    import anyio.to_thread  # noqa: PLC0415 - of the server alone

    return await anyio.to_thread.run_sync(work, *arguments)


@contextmanager
def serving(say: Say, port: int = 0):
    server = Server(say, port)
    try:
        yield server
    finally:
        server.close()


def completion(content: str | None, *, refusal: str | None = None, finish: str = "stop") -> Response:
    """Return a chat completion of 100 tokens read and 20 written."""
    message = {"role": "assistant", "content": content, "refusal": refusal}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    return JSONResponse(
        {"id": "x", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice], "usage": usage}
    )


def thing(label: str, owner: str = "", kind: str = "Object", points: str = "") -> dict:
    return {"label": label, "owner": owner, "type": kind, "points": points}


def claim(quote: str, subject: dict | str, relation: str, thing_said: dict | str, **more: object) -> dict:
    """Return a claim as a model says it, every field there."""
    return {
        "quote": quote,
        "subject": thing(subject) if isinstance(subject, str) else subject,
        "relation": relation,
        "object": thing(thing_said) if isinstance(thing_said, str) else thing_said,
        "positive": True,
        "modality": "asserted",
        "hedged": False,
        "tense": "present",
        "conditions": [],
        "when": [],
        "attribute": "property",
        "property_type": "ADDITIVE",
        "relation_type": "assertion",
        "importance": 0.7,
    } | more


def claims(*said: dict, cues: tuple[dict, ...] = ()) -> Response:
    return completion(json.dumps({"claims": list(said), "cues": list(cues)}, ensure_ascii=False))


def by_text(answers: dict[str, Response | dict | tuple]) -> Say:
    """Answer each text with the claims given for it; any other with none."""

    def say(turn: dict[str, str]) -> Response:
        answer = answers.get(turn["text"], ())
        if isinstance(answer, Response):
            return answer
        return claims(*([answer] if isinstance(answer, dict) else answer))

    return say


def slowly(seconds: float, say: Say) -> Say:
    def answer(turn: dict[str, str]) -> Response:
        time.sleep(seconds)
        return say(turn)

    return answer
