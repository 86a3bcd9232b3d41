"""Labelled conversations: what is judged, and what people say about it.

Two formats are read: data sets as JSON Lines (`labels` beside the turns) and cases as YAML (`expect` beside the turns).
Turn numbers are 0-based in both.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

import msgspec

from schemas.turn import Role, Turn
from skgeval.evaluation.errors import DataError
from skgeval.policy import Profile

_PROFILES = (
    ("decode", Profile.PERSONA),
    ("ci_tod", Profile.TASK),
    ("sgd", Profile.TASK),
    ("simdial", Profile.TASK),
)
"""How each family of data sets is read; all others as an assistant."""


class Kind(StrEnum):
    """Whether the turns are one conversation or two statements to compare."""

    DIALOGUE = "dialogue"
    PAIR = "pair"


class Utterance(msgspec.Struct, frozen=True, kw_only=True):
    """Who says what."""

    role: Role
    text: str


class Labels(msgspec.Struct, frozen=True, kw_only=True):
    """What is known about a conversation; None where a data set says nothing."""

    contradiction: bool | None = None
    contradiction_turn: int | None = None
    evidence_turns: tuple[int, ...] | None = None
    category: str = ""
    legit_revision: bool | None = None
    revision_turns: tuple[int, ...] = ()
    topic_shift_turns: tuple[int, ...] | None = None
    human_score: float | None = None
    human_consistent: float | None = None
    human_topic: float | None = None
    worker_passed_qc: bool = True
    qc_model: bool = False


class Outcome(StrEnum):
    """What a case expects of the monitor."""

    CONTRADICTION = "contradiction"
    FORGOTTEN = "forgotten"
    NONE = "none"
    REVISION = "revision"
    WORLD_UPDATE = "world_update"
    USER_CONFLICT = "user_conflict"
    ABSTAIN = "abstain"


class Expectation(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of a case (any of several), the two turns of its event, and drift where that is part of it."""

    outcome: Outcome | tuple[Outcome, ...]
    claim_turn: int | None = None
    evidence_turn: int | None = None
    detector: str | None = None
    drift: bool | None = None
    low_relevance: bool | None = None

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Every acceptable outcome."""
        return self.outcome if isinstance(self.outcome, tuple) else (self.outcome,)


class Example(msgspec.Struct, frozen=True, kw_only=True):
    """One labelled conversation of one set."""

    id: str
    turns: tuple[Utterance, ...]
    kind: Kind = Kind.DIALOGUE
    about: str = ""
    note: str = ""
    labels: Labels = Labels()
    expect: Expectation | None = None

    def as_turns(self) -> tuple[Turn, ...]:
        """Return the turns as a producer would send them."""
        return tuple(
            Turn(conversation=self.id, role=said.role, text=said.text, index=index)
            for index, said in enumerate(self.turns)
        )

    @property
    def assistant_turns(self) -> int:
        """How many turns the assistant speaks in."""
        return sum(said.role is Role.ASSISTANT for said in self.turns)


class DataSet(msgspec.Struct, frozen=True, kw_only=True):
    """A named set of examples and the profile it is judged under."""

    name: str
    profile: Profile
    examples: tuple[Example, ...]


def profile_of(name: str) -> Profile:
    """Return the profile of a data set by its name.

    >>> profile_of("sgd_revisions")
    <Profile.TASK: 'task'>
    """
    return next((profile for start, profile in _PROFILES if name.startswith(start)), Profile.ASSISTANT)


def read_examples(lines: Iterable[bytes], source: str) -> tuple[Example, ...]:
    """Read a data set from JSON Lines; raise DataError with the line number of a fault."""
    decoder = msgspec.json.Decoder(Example)
    found = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found.append(decoder.decode(line))
        except msgspec.DecodeError as error:
            raise DataError(source=source, place=f"line {number}", problem=str(error)) from error
    return tuple(found)


def read_cases(parsed: object, source: str) -> tuple[Example, ...]:
    """Read cases from what a YAML parser returned; raise DataError with the id of a faulty one."""
    if not isinstance(parsed, list):
        raise DataError(source=source, place="the whole file", problem="expected a list of cases")
    found = []
    for number, entry in enumerate(parsed, start=1):
        name = str(entry["id"]) if isinstance(entry, dict) and "id" in entry else f"case {number}"
        try:
            found.append(msgspec.convert(entry, Example))
        except msgspec.ValidationError as error:
            raise DataError(source=source, place=name, problem=str(error)) from error
        if found[-1].expect is None:
            raise DataError(source=source, place=name, problem="a case needs `expect`")
    return tuple(found)


def sample(examples: tuple[Example, ...], limit: int | None) -> tuple[Example, ...]:
    """Return `limit` examples spread evenly over the set, the same ones each time."""
    if limit is None or limit >= len(examples):
        return examples
    return tuple(examples[number * len(examples) // limit] for number in range(limit))
