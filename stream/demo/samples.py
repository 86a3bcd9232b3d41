"""The sample conversations that come with the package, and the order in which they are played."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from importlib.resources import files
from itertools import zip_longest

import msgspec

from schemas.conversation import read_conversation
from schemas.finding import Detector
from schemas.turn import Turn

FIELDS = ("support", "cooking", "travel", "finance", "health", "coding")


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """One conversation to play; `shows` are the detectors that its faults and changes are made for."""

    id: str
    title: str
    shows: tuple[Detector, ...]
    turns: tuple[Turn, ...]


class _Line(msgspec.Struct, frozen=True, kw_only=True):
    """What a sample says beside its turns."""

    title: str
    assistant: str
    assistant_version: str
    shows: tuple[Detector, ...] = ()


def load_samples() -> list[Sample]:
    """Return all sample conversations: the first one of each field, then the second ones, and so on."""
    folder = files("stream.samples")
    by_field = [[_sample(line) for line in (folder / f"{name}.jsonl").read_bytes().splitlines()] for name in FIELDS]
    return [sample for nth in zip_longest(*by_field) for sample in nth if sample is not None]


def interleaved(samples: Sequence[Sample], at_once: int) -> Iterator[Turn]:
    """Return all turns: `at_once` conversations take turns, and when one ends the next one begins."""
    waiting = deque(samples)
    talking: deque[deque[Turn]] = deque()
    while waiting or talking:
        while waiting and len(talking) < at_once:
            talking.append(deque(waiting.popleft().turns))
        turns = talking.popleft()
        if turns:
            yield turns.popleft()
            talking.append(turns)


def _sample(line: bytes) -> Sample:
    about = msgspec.json.decode(line, type=_Line)
    conversation = read_conversation(line)
    turns = tuple(
        msgspec.structs.replace(turn, assistant=about.assistant, assistant_version=about.assistant_version)
        for turn in conversation.turns
    )
    return Sample(id=conversation.id, title=about.title, shows=about.shows, turns=turns)
