"""What was asked and waits for its answer (METHOD.md, section 2).

Questions make slots, never nodes. A bare answer ("12 months.") fills the last slot it fits; "yes" asserts the
proposition asked and "no" its negation; "And for the battery?" asks the last question again about another thing.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from schemas.annotation import AnswerType, Question, Reference, ReferenceKind
from schemas.claim import Claim, EntityType, Form, Mention, Modality, Quantity
from schemas.finding import Binding
from schemas.record import OpenSlot
from skgeval.judgement.binding import Bound, bind
from skgeval.judgement.draft import Draft
from skgeval.judgement.names import PARTICIPANTS, plain_label

OWNING = frozenset({"for", "of", "with", "on", "in"})
"""Prepositions by which a follow-up names whose attribute it asks for: "And for the battery?"."""
UNMEASURED = frozenset({"", "count"})
TIMES = frozenset({"time", "date", "clock", "year", "weekday"})
NAMES = frozenset({AnswerType.NAME, AnswerType.PLACE, AnswerType.OPEN, AnswerType.CHOICE})
POLAR = frozenset({ReferenceKind.AFFIRMATION, ReferenceKind.DENIAL})


class Completed(msgspec.Struct, frozen=True, kw_only=True):
    """A claim that an answer makes, completed from its question, and the binding that says so.

    `about` is the entity that the question was about, "" where the claim's words must tell.
    """

    claim: Claim
    about: str
    binding: Binding
    slot: int


def asked(draft: Draft) -> tuple[OpenSlot, ...]:
    """Return the slots that this turn's questions open."""
    opened: list[OpenSlot] = []
    for question in draft.annotation.questions:
        previous = [*draft.session.open_slots, *opened]
        opened.append(_slot(question, previous[-1] if previous else None, draft))
    return tuple(opened)


def still_open(opened: tuple[OpenSlot, ...], answered: set[int], draft: Draft) -> tuple[OpenSlot, ...]:
    """Return the slots after this turn: answered ones are kept to be asked again, the oldest leave."""
    kept = [
        msgspec.structs.replace(slot, answered=True) if number in answered else slot
        for number, slot in enumerate(draft.session.open_slots)
    ]
    return tuple([*kept, *opened][-draft.policy.max_open_slots :])


def completed(claim: Claim, draft: Draft) -> Completed | None:
    """Return the claim that a bare fragment makes as the answer to the last open question it fits."""
    for number, slot in draft.waiting:
        if not _fits(claim, slot):
            continue
        subject, relation, about = _missing(slot)
        if subject is None:
            continue
        fragment = claim.relation
        joined = f"{relation} {fragment}".strip() if fragment and not relation.endswith(fragment) else relation
        whole = msgspec.structs.replace(
            claim, subject=subject, relation=joined or "be", form=_form(claim, joined), modality=Modality.ASSERTED
        )
        return Completed(claim=whole, about=about, binding=_binding(claim_text(claim, draft), slot), slot=number)
    return None


def decided(reference: Reference, draft: Draft) -> Iterator[Completed]:
    """Return the claims that "yes" or "no" makes: the propositions asked, or their negations."""
    if reference.kind not in POLAR:
        return
    for number, slot in draft.waiting:
        if not slot.claims:
            continue
        for proposition in slot.claims:
            claim = msgspec.structs.replace(
                proposition,
                speaker=draft.annotation.role,
                modality=Modality.ASSERTED,
                sentence=reference.sentence,
                span=reference.span,
                polarity=proposition.polarity is (reference.kind is ReferenceKind.AFFIRMATION),
            )
            yield Completed(claim=claim, about="", binding=_binding(reference.text, slot), slot=number)
        return


def answered_by(claim: Claim, subject: str, draft: Draft) -> int | None:
    """Return the number of the waiting slot that a whole statement answers."""
    for number, slot in draft.waiting:
        same = slot.subject == subject or (
            slot.subject_mention is not None and plain_label(slot.subject_mention) == plain_label(claim.subject)
        )
        if same and (claim.quantity is None or _same_dimension(claim.quantity, slot.question)):
            return number
    return None


def claim_text(claim: Claim, draft: Draft) -> str:
    """Return the sentence that a claim stands in."""
    sentences = draft.annotation.sentences
    return sentences[claim.sentence].text if claim.sentence < len(sentences) else claim.object.text


def _slot(question: Question, previous: OpenSlot | None, draft: Draft) -> OpenSlot:
    text = draft.annotation.sentences[question.sentence].text
    mention = question.subject
    if question.follow_up and previous is not None and mention is not None:
        question, mention = _taken_over(question, mention, previous, text)
    claims = tuple(_settled(draft.annotation.claims[number], draft) for number in question.claims)
    bound = bind(mention, draft) if mention is not None else None
    if bound is not None:
        draft.speak_of(bound.key, question.sentence, 0)
    return OpenSlot(
        question=question,
        asked_by=draft.annotation.role,
        turn=draft.position,
        text=text,
        subject=bound.key if bound is not None else "",
        subject_mention=bound.mention if bound is not None else None,
        claims=tuple(claim for claim in claims if claim is not None),
    )


def _taken_over(question: Question, mention: Mention, previous: OpenSlot, text: str) -> tuple[Question, Mention]:
    """Ask the previous question about another thing: "And for the battery?" is about the battery's warranty."""
    before = previous.subject_mention
    repeated = msgspec.structs.replace(
        previous.question, sentence=question.sentence, claims=(), follow_up=True, subject=mention
    )
    if question.expects is not AnswerType.OPEN:
        repeated = msgspec.structs.replace(repeated, expects=question.expects, dimension=question.dimension)
    if before is None:
        return repeated, mention
    foreign_owner = bool(before.owner) and before.owner not in PARTICIPANTS
    opening = text.casefold().replace(",", " ").split()[:3]
    if foreign_owner or OWNING.intersection(opening):
        mention = msgspec.structs.replace(before, owner=mention.label, owner_reference=mention.reference, definite=True)
    return repeated, mention


def _settled(claim: Claim, draft: Draft) -> Claim | None:
    """Return an asked proposition whose references are closed, so that a later turn can assert it."""
    subject = bind(claim.subject, draft)
    if subject is None:
        return None
    if claim.object.reference is None and claim.object.owner_reference is None:
        return msgspec.structs.replace(claim, subject=closed(claim.subject, subject))
    thing = bind(claim.object, draft)
    if thing is None:
        return None
    return msgspec.structs.replace(claim, subject=closed(claim.subject, subject), object=closed(claim.object, thing))


def closed(mention: Mention, bound: Bound) -> Mention:
    """Return a mention in the words that name what it stands for, with no reference left open."""
    if mention.reference is None or bound.mention.text == mention.text:
        return bound.mention
    return msgspec.structs.replace(bound.mention, text=mention.text)


def _fits(claim: Claim, slot: OpenSlot) -> bool:
    """Whether a fragment is the kind of thing that was asked for."""
    question = slot.question
    if claim.quantity is not None:
        wanted = question.expects in {AnswerType.NUMBER, AnswerType.TIME, AnswerType.OPEN, AnswerType.CHOICE}
        polar = any(proposition.quantity is not None for proposition in slot.claims)
        return (wanted or polar) and _same_dimension(claim.quantity, question)
    if question.expects is AnswerType.TIME:
        return claim.object.type is EntityType.TIME
    if question.expects is AnswerType.PLACE:
        return claim.object.type is not EntityType.TIME
    return question.expects in NAMES and bool(claim.object.label)


def _same_dimension(quantity: Quantity, question: Question) -> bool:
    if question.dimension in UNMEASURED or quantity.dimension in UNMEASURED:
        return True
    if question.expects is AnswerType.TIME and quantity.dimension in TIMES:
        return True
    return question.dimension.partition(":")[0] == quantity.dimension.partition(":")[0]


def _missing(slot: OpenSlot) -> tuple[Mention | None, str, str]:
    """Return the subject, the relation and the entity that an answer to this question leaves out."""
    if slot.claims and slot.question.subject is None:
        return slot.claims[0].subject, slot.claims[0].relation, ""
    return slot.subject_mention, slot.question.relation, slot.subject


def _form(claim: Claim, relation: str) -> Form:
    if claim.quantity is not None:
        return Form.NUMBER
    if relation in {"", "be"}:
        return Form.NOUN
    return Form.VERB if " " not in relation else Form.PREPOSITION


def _binding(text: str, slot: OpenSlot) -> Binding:
    return Binding(text=text, entity=slot.subject, turn=slot.turn, sentence=slot.text)


def is_asked(draft: Draft) -> bool:
    """Whether a question waits for this turn to answer it."""
    return bool(draft.waiting)
