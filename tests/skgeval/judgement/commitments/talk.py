"""A conversation of which only the rules matter."""

from __future__ import annotations

import re

from schemas.annotation import Annotation, Sentence
from schemas.claim import Span
from schemas.record import Commitment
from schemas.turn import Role
from skgeval.annotation.rules import read_rules
from skgeval.judgement.commitments import Breach, breaches, updated
from skgeval.policy import Policy

POLICY = Policy()
_SENTENCE = re.compile(r"[^\n.!?]+[.!?]*(?:\s+|$)|[^\n]+")


class Talk:
    """Keeps the commitments of a conversation turn by turn, as a session does."""

    def __init__(self) -> None:
        """Start without rules."""
        self.commitments: dict[str, Commitment] = {}
        self.position = 0
        self.prompt: list[str] = []

    def user(self, text: str) -> Talk:
        """Let the user speak."""
        return self._say(Role.USER, text)

    def system(self, text: str) -> Talk:
        """Let the operator speak."""
        return self._say(Role.SYSTEM, text)

    def assistant(self, text: str, language: str = "en") -> tuple[Breach, ...]:
        """Let the assistant speak, and return the rules that it breaks."""
        annotation = _annotation(Role.ASSISTANT, text, language)
        found = breaches(tuple(self.commitments.values()), annotation, "\n".join(self.prompt), POLICY)
        self._keep(annotation)
        self.prompt = []
        return found

    def in_force(self) -> list[Commitment]:
        """Return the commitments that are not lifted."""
        return [one for one in self.commitments.values() if one.lifted_in is None]

    def _say(self, role: Role, text: str) -> Talk:
        self._keep(_annotation(role, text, "en"))
        if role is Role.USER:
            self.prompt.append(text)
        return self

    def _keep(self, annotation: Annotation) -> None:
        changed = updated(tuple(self.commitments.values()), annotation, self.position, self.position, POLICY)
        self.commitments.update({one.key: one for one in changed})
        self.position += 1


def broken(rule: str, reply: str, prompt: str = "And what next?", language: str = "en") -> bool:
    """Tell whether a reply to a later prompt breaks the rule of an earlier one."""
    talk = Talk().user(rule)
    talk.assistant("Understood.", "und")
    talk.user(prompt)
    return talk.assistant(reply, language) != ()


def _annotation(role: Role, text: str, language: str) -> Annotation:
    sentences = tuple(
        Sentence(
            text=match.group().strip(),
            span=Span(start=match.start(), end=match.end()),
            question=match.group().strip().endswith("?"),
        )
        for match in _SENTENCE.finditer(text)
        if match.group().strip()
    )
    return Annotation(
        conversation="c",
        role=role,
        turn_id="t",
        text=text,
        text_digest="d",
        sentences=sentences,
        rules=read_rules(sentences, role),
        language=language,
    )
