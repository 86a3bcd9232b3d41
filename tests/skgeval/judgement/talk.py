"""Plays conversations of hand-made annotations, so that each test shows exactly what the judge is given."""

from __future__ import annotations

from typing import Any

from schemas.annotation import Annotation, AnswerType, Cue, CueKind, Question, Reference, ReferenceKind, Sentence
from schemas.claim import Claim, EntityType, Form, Mention, Modality, Quantity, QuantityRole, Span
from schemas.codec import decode_msgpack, encode_msgpack
from schemas.record import TurnRecord
from schemas.turn import Role
from skgeval.judgement.observe import observe
from skgeval.judgement.session import Session
from skgeval.judgement.severity import load_severities
from skgeval.knowledge import load_knowledge
from skgeval.policy import Policy

KNOWLEDGE = load_knowledge()
SEVERITIES = load_severities()
SPAN = Span(start=0, end=1)
DAY = 86_400.0
MONTH = 30 * DAY


def thing(label: str, **facts: Any) -> Mention:
    """Name a thing; its head is its last word unless said otherwise."""
    words = label.split()
    facts.setdefault("head", words[-1] if words else "")
    facts.setdefault("modifiers", tuple(words[:-1]))
    facts.setdefault("text", label)
    facts.setdefault("type", EntityType.OBJECT)
    return Mention(label=label, **facts)


def the(label: str, **facts: Any) -> Mention:
    """Name a thing with the definite article."""
    return thing(label, definite=True, **facts)


def your(label: str) -> Mention:
    """Name a thing of the user's."""
    return thing(label, definite=True, owner="USER")


def named(label: str, kind: EntityType = EntityType.PERSON) -> Mention:
    """Name somebody or something by a proper name."""
    return thing(label.lower(), text=label, proper=True, type=kind)


def pointing(number: int = 0) -> Mention:
    """Point to something by the reference of that number."""
    return Mention(text="", label="", reference=number)


def months(count: float) -> Quantity:
    """Return a duration."""
    return Quantity(
        value=float(count),
        unit="month",
        dimension="time",
        role=QuantityRole.MEASURE,
        low=count * MONTH - DAY,
        high=count * MONTH + DAY,
        text=f"{count:g} months",
    )


def claim(subject: Mention, relation: str, value: Mention | Quantity, **facts: Any) -> Claim:
    """State something, in the turn's first sentence unless said otherwise; the speaker is filled in by `Talk`."""
    quantity = value if isinstance(value, Quantity) else None
    named_value = thing(value.text, type=EntityType.NUMBER) if isinstance(value, Quantity) else value
    facts.setdefault("form", Form.NUMBER if quantity is not None else Form.VERB)
    facts.setdefault("sentence", 0)
    return Claim(
        subject=subject,
        relation=relation,
        object=named_value,
        quantity=quantity,
        speaker=Role.ASSISTANT,
        span=SPAN,
        **facts,
    )


def quality(subject: Mention, word: str, **facts: Any) -> Claim:
    """State that something has a quality."""
    return claim(subject, "be", thing(word), form=Form.ADJECTIVE, **facts)


def fragment(value: Mention | Quantity, number: int = 0) -> Claim:
    """Answer with a bare value, whose subject is the reference of that number."""
    return claim(pointing(number), "", value, form=Form.FRAGMENT)


def points(kind: ReferenceKind, text: str = "", **facts: Any) -> Reference:
    """Return an open reference in the first sentence."""
    return Reference(kind=kind, text=text or kind.value, sentence=0, span=SPAN, **facts)


def asks(subject: Mention | None, expects: AnswerType = AnswerType.OPEN, **facts: Any) -> Question:
    """Return an open question in the first sentence."""
    return Question(sentence=0, expects=expects, subject=subject, **facts)


def cue(kind: CueKind, **facts: Any) -> Cue:
    """Return a revision cue in the first sentence."""
    return Cue(kind=kind, sentence=0, span=SPAN, text=kind.value, **facts)


class Talk:
    """One conversation; every record goes through bytes before it is folded in."""

    def __init__(self, policy: Policy | None = None) -> None:
        """Start before the first turn."""
        self.policy = policy or Policy()
        self.session = Session("talk", policy=self.policy)

    def user(self, *claims: Claim, **facts: Any) -> TurnRecord:
        """Let the user speak."""
        return self.says(Role.USER, *claims, **facts)

    def assistant(self, *claims: Claim, **facts: Any) -> TurnRecord:
        """Let the assistant speak."""
        return self.says(Role.ASSISTANT, *claims, **facts)

    def says(self, role: Role, *claims: Claim, text: str = "", **facts: Any) -> TurnRecord:
        """Judge a turn and take its record in."""
        annotation = said_by(role, *claims, text=text or f"Turn {self.session.next_slot}.", **facts)
        record = observe(self.session, annotation, self.policy, KNOWLEDGE, SEVERITIES)
        kept = decode_msgpack(encode_msgpack(record), TurnRecord)
        self.session.apply(kept)
        return kept


def said_by(role: Role, *claims: Claim, text: str, **facts: Any) -> Annotation:
    """Return the annotation of a turn of one sentence or several, split at " / "."""
    sentences = tuple(Sentence(text=part, span=SPAN, question=part.endswith("?")) for part in text.split(" / "))
    spoken = tuple(Claim(**{**_fields(one), "speaker": role}) for one in claims)
    return Annotation(
        conversation="talk",
        role=role,
        turn_id=text,
        text=text,
        text_digest=text,
        words=len(text.split()),
        sentences=sentences,
        claims=spoken,
        language="en",
        **facts,
    )


def asked(one: Claim) -> Claim:
    """Return a claim as the proposition of a question."""
    return Claim(**{**_fields(one), "modality": Modality.ASKED})


def _fields(one: Claim) -> dict[str, Any]:
    return {name: getattr(one, name) for name in one.__struct_fields__}


def subjects(record: TurnRecord) -> list[str]:
    """Return the entities that a record's claims are about."""
    return [one.subject for one in record.claims]


def kinds(record: TurnRecord) -> list[tuple[str, int | None, int]]:
    """Return kind, earlier and later turn of a record's findings."""
    return [(finding.kind.value, finding.earlier_turn, finding.later_turn) for finding in record.findings]
