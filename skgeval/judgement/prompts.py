"""What the next response is judged against: the prompt, the one before it, the last answer (METHOD.md, section 1)."""

from __future__ import annotations

import msgspec

from schemas.annotation import AnswerType
from schemas.record import TurnRecord
from schemas.turn import Role
from skgeval.judgement.relevance import PromptSide


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """Consecutive user turns, read as one."""

    words: int = 0
    rows: bytes = b""
    text: str = ""
    expects: AnswerType | None = None
    options: tuple[str, ...] = ()
    dimension: str = ""
    dimensions: int = 0
    opens_topic: bool = False
    challenged: frozenset[str] = frozenset()
    objections: tuple[str, ...] = ()

    def extended(self, record: TurnRecord) -> Prompt:
        """Return the prompt with one more user turn; its last question is the one that waits for an answer."""
        asked = [slot.question for slot in record.open_slots if slot.turn == record.position]
        question = asked[-1] if asked else None
        return Prompt(
            words=self.words + record.words,
            rows=self.rows + record.vectors.sentences,
            text=f"{self.text}\n{record.prompt}" if self.text else record.prompt,
            expects=question.expects if question else self.expects,
            options=question.options if question else self.options,
            dimension=question.dimension if question else self.dimension,
            dimensions=record.vectors.dimensions or self.dimensions,
            opens_topic=self.opens_topic or record.opens_topic,
            challenged=self.challenged | frozenset(record.challenged),
            objections=self.objections + record.objections,
        )


class PromptState:
    """The open prompt, the one before it, the previous answer, and the row that the conversation is anchored in."""

    __slots__ = ("anchor", "answer", "before", "open")

    def __init__(self) -> None:
        """Start before the first prompt."""
        self.open: Prompt | None = None
        self.before = Prompt()
        self.answer = b""
        self.anchor = b""

    def apply(self, record: TurnRecord) -> None:
        """Take in a turn: a user's extends the prompt, an assistant's answers it."""
        if record.role is Role.USER:
            self.open = (self.open or Prompt()).extended(record)
            if record.opens_topic and record.vectors.turn:
                self.anchor = record.vectors.turn
        elif record.role is Role.ASSISTANT:
            self.before = self.open or self.before
            self.open = None
            self.answer = record.vectors.sentences
            self.anchor = self.anchor or record.vectors.turn

    def side(self) -> PromptSide | None:
        """Return what a response is compared with; None when no new prompt came."""
        if self.open is None:
            return None
        return PromptSide(
            words=self.open.words,
            rows=(self.open.rows, self.before.rows, self.answer),
            expects=self.open.expects,
            options=self.open.options,
            dimension=self.open.dimension,
            dimensions=self.open.dimensions,
        )

    def exchange_rows(self) -> tuple[bytes, ...]:
        """Return the sentence rows of the exchange before the open prompt."""
        return (self.before.rows, self.answer)
