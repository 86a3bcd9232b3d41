"""The engine as one object: give it turns, read scores and findings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from schemas.codec import convert
from schemas.record import TurnRecord
from schemas.turn import Turn
from skgeval.annotation.annotate import Annotator, annotate
from skgeval.annotation.encoding import DEFAULT_ENCODER, Encoder, load_encoder
from skgeval.annotation.extraction import Extractor, LocalExtractor
from skgeval.judgement.observe import observe
from skgeval.judgement.session import Session
from skgeval.judgement.severity import load_severities
from skgeval.knowledge import load_knowledge
from skgeval.policy import AnnotationPolicy, Policy, Profile

DEFAULT_CONVERSATION = "conversation"
"""The conversation of turns that name none."""


class Judge:
    """Scores conversations turn by turn and proves contradictions.

    One process, one thread; sessions live until `forget`. Models load when a judge is made.

    >>> from skgeval import Judge                                                       # doctest: +SKIP
    >>> judge = Judge()                                                                 # doctest: +SKIP
    >>> judge.observe({"role": "assistant", "text": "It is hot."}).scores.quality       # doctest: +SKIP
    """

    def __init__(
        self,
        profile: str = Profile.ASSISTANT,
        encoder: str | Encoder = DEFAULT_ENCODER,
        policy: Policy | None = None,
        limits: AnnotationPolicy | None = None,
        *,
        extractor: Extractor | None = None,
    ) -> None:
        """Load the models; `policy` takes the place of the default one of `profile`, `limits` bound the reading.

        `extractor` reads claims instead of our own rules, such as `GivenExtractor` for turns that bring theirs.
        """
        loaded = load_encoder(encoder) if isinstance(encoder, str) else encoder
        self.policy = policy or Policy(profile=Profile(profile))
        self.annotator = Annotator(
            extractor=extractor or LocalExtractor(), encoder=loaded, policy=limits or AnnotationPolicy()
        )
        self.knowledge = load_knowledge()
        self.severities = load_severities()
        self._sessions: dict[tuple[str, str], Session] = {}

    def observe(self, turn: Turn | Mapping[str, Any]) -> TurnRecord:
        """Judge the next turn of its conversation: at least `{"role", "text"}`.

        Raises:
            WireError: the mapping is no turn; it names the field at fault.

        """
        given = turn if isinstance(turn, Turn) else convert({"conversation": DEFAULT_CONVERSATION, **turn}, Turn)
        return self._judged(self.session(given.conversation, given.tenant), given)

    def score(self, conversation: Mapping[str, Any]) -> list[TurnRecord]:
        """Judge a whole conversation `{"id", "turns": [{"role", "text", …}]}`, apart from those observed turn by turn.

        Raises:
            WireError: the mapping is no conversation; it names the field at fault.

        """
        name = str(conversation.get("id", DEFAULT_CONVERSATION))
        session = Session(name, policy=self.policy)
        turns = [
            convert({**turn, "conversation": name, "index": index}, Turn)
            for index, turn in enumerate(conversation["turns"])
        ]
        return [self._judged(session, turn) for turn in turns]

    def session(self, conversation: str = DEFAULT_CONVERSATION, tenant: str = "") -> Session:
        """Return the live session of a conversation, a new one where it has none."""
        key = (tenant, conversation)
        if key not in self._sessions:
            self._sessions[key] = Session(conversation, tenant, policy=self.policy)
        return self._sessions[key]

    def forget(self, conversation: str = DEFAULT_CONVERSATION, tenant: str = "") -> None:
        """Drop the session of a conversation; its next turn is its first."""
        self._sessions.pop((tenant, conversation), None)

    def _judged(self, session: Session, turn: Turn) -> TurnRecord:
        record = observe(session, annotate(turn, self.annotator), self.policy, self.knowledge, self.severities)
        session.apply(record)
        return record
