"""An extractor before a server that each test tells what to say."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable

import pytest

from schemas.turn import Role, Turn
from skgeval.annotation.extraction import Extraction, LocalExtractor
from skgeval.annotation.extraction.llm.client import ChatModel
from skgeval.annotation.extraction.llm.extractor import LlmExtractor
from skgeval.annotation.extraction.llm.meter import Call, State
from skgeval.annotation.extraction.llm.options import LlmOptions
from skgeval.annotation.extraction.llm.store import AnswerStore
from skgeval.annotation.text import prepare
from skgeval.policy import AnnotationPolicy
from tests.llm_server import by_text, serving

POLICY = AnnotationPolicy()


class Noted:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.reuses = 0
        self.drops: Counter[str] = Counter()
        self.state = State()
        self.waiting: list[str] = []

    def called(self, call: Call) -> None:
        self.calls.append(call)

    def reused(self, assistant: str, assistant_version: str) -> None:
        del assistant, assistant_version
        self.reuses += 1

    def dropped(self, reason: str, times: int) -> None:
        self.drops[reason] += times

    def stands(self, state: State) -> None:
        self.state = state

    def waits(self, problem: str) -> None:
        self.waiting.append(problem)

    @property
    def outcomes(self) -> list[str]:
        return [call.outcome for call in self.calls]


@pytest.fixture(scope="session")
def local() -> LocalExtractor:
    return LocalExtractor()


@pytest.fixture
def server():
    with serving(by_text({})) as running:
        yield running


@pytest.fixture
def noted() -> Noted:
    return Noted()


@pytest.fixture
def build(server, local, noted, tmp_path):
    """Make extractors before the server; options and parts as the test wants them, one store for all."""
    built: list[LlmExtractor] = []

    def make(*, parts: dict | None = None, **options) -> LlmExtractor:
        chosen = LlmOptions(**{"base_url": server.url, "model": "m", "timeout": 5.0, "retries": 0, **options})
        store = AnswerStore(tmp_path / "answers", most_bytes=10_000_000)
        extractor = LlmExtractor(
            options=chosen, model=ChatModel(chosen), local=local, store=store, meter=noted, **(parts or {})
        )
        built.append(extractor)
        return extractor

    yield make
    for extractor in built:
        extractor.close()


_numbers = itertools.count()


def turn(text: str, role: Role = Role.ASSISTANT, **more) -> Turn:
    return Turn(conversation="c", role=role, text=text, index=next(_numbers), **more)


Read = Callable[[LlmExtractor, str], Extraction]


@pytest.fixture
def read() -> Read:
    def extract(extractor: LlmExtractor, text: str, role: Role = Role.ASSISTANT) -> Extraction:
        said = turn(text, role)
        return extractor.extract(said, prepare(said.text, POLICY), POLICY)

    return extract
