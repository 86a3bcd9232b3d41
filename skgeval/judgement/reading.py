"""From the claims of an annotation to bound claims: what one turn adds to the graph (METHOD.md, sections 2 and 3)."""

from __future__ import annotations

import msgspec

from schemas.annotation import CueKind, ReferenceKind
from schemas.claim import Claim, Form, Mention, Modality
from schemas.finding import Binding
from schemas.record import BoundClaim
from schemas.turn import Role
from skgeval.judgement.attitudes import attitude_key
from skgeval.judgement.binding import VALUE_FORMS, Bound, bind, introduce
from skgeval.judgement.candidates import says_the_same
from skgeval.judgement.draft import Draft
from skgeval.judgement.families import relation_family, shared_keys
from skgeval.judgement.implied import implied, passive, reworded, told_apart
from skgeval.judgement.names import owner_of
from skgeval.judgement.questions import Completed, answered_by, claim_text, closed, completed, decided, is_asked
from skgeval.knowledge import Knowledge

MAX_DENIED = 3
"""Claims of one reply that a bare "no" can deny; of a longer one it is not clear which is meant."""
INCOMPLETE = frozenset({ReferenceKind.FRAGMENT, ReferenceKind.ELLIPSIS})


def read_claims(draft: Draft) -> set[int]:
    """Bind the claims of the turn into the draft; return the numbers of the open slots that they answer."""
    answered: set[int] = set()
    for reference in draft.annotation.references:
        for answer in decided(reference, draft):
            answered |= _take_in_answer(answer, draft)
    _take_in_objection(draft)
    for said in draft.annotation.claims:
        if said.modality is Modality.ASKED:
            continue
        claim = reworded(said, draft.annotation.claims, draft.knowledge)
        if _is_incomplete(claim, draft):
            whole = completed(claim, draft)
            if whole is None:
                draft.unbound += 1
            else:
                answered |= _take_in_answer(whole, draft)
            continue
        bound = take_in(_as_quoted(claim, draft), draft)
        for further in implied(claim, draft.annotation.claims, draft.knowledge):
            take_in(further, draft)
        if bound is not None:
            _take_in_passive(claim, bound, draft)
        slot = answered_by(claim, bound.subject, draft) if bound is not None else None
        if slot is not None:
            answered.add(slot)
    return answered


def _take_in_objection(draft: Draft) -> None:
    """Read a user's "no" that answers no question as the denial of what the assistant has just said."""
    session, annotation = draft.session, draft.annotation
    denials = [one for one in annotation.references if one.kind is ReferenceKind.DENIAL]
    if annotation.role is not Role.USER or not denials or draft.claims or is_asked(draft):
        return
    said = [claim for claim in session.newest_claims if claim.claim.modality is Modality.ASSERTED]
    if not 0 < len(said) <= MAX_DENIED or said[0].turn != session.last_spoken.get(Role.ASSISTANT):
        return
    for claim in said:
        denied = msgspec.structs.replace(
            claim.claim,
            speaker=Role.USER,
            sentence=denials[0].sentence,
            span=denials[0].span,
            polarity=not claim.claim.polarity,
        )
        how = Binding(text=denials[0].text, entity=claim.subject, turn=claim.turn, sentence=claim.text)
        take_in(denied, draft, completed_by=(how,), about=claim.subject)


def _take_in_passive(claim: Claim, bound: BoundClaim, draft: Draft) -> None:
    """Say a deed of what it was done to, where that is a thing told apart or one whose doer was named before."""
    turned = passive(claim, draft.knowledge)
    if turned is None:
        return
    slot = (bound.object, relation_family(turned, draft.knowledge))
    if told_apart(claim) or draft.session.graph.by_slot.established_and_newest(slot, 1):
        take_in(turned, draft)


def _as_quoted(claim: Claim, draft: Draft) -> Claim:
    """Return a claim that a user puts into the assistant's mouth ("as you said, …") as put forward by the user."""
    if draft.annotation.role is not Role.USER or claim.modality is not Modality.REPORTED:
        return claim
    quoted = any(cue.kind is CueKind.MISQUOTE and cue.sentence == claim.sentence for cue in draft.annotation.cues)
    return msgspec.structs.replace(claim, modality=Modality.ASSERTED) if quoted else claim


def take_in(
    claim: Claim,
    draft: Draft,
    *,
    completed_by: tuple[Binding, ...] | None = None,
    about: str = "",
) -> BoundClaim | None:
    """Bind a claim and add it with its entities to the draft; None, and counted, when it points to nothing known.

    `completed_by` is set for a claim that its sentence alone does not make, with what completed it; `about` is the
    subject's entity where it is known already.
    """
    subject = Bound(key=about, mention=claim.subject) if about else bind(claim.subject, draft)
    thing = bind(claim.object, draft) or _as_said(claim.object, draft) if _names_a_thing(claim) else None
    if subject is None or (thing is None and claim.object.reference is not None):
        draft.unbound += 1
        return None
    for rank, bound in enumerate((subject, thing)):
        # "Our fund" says that we have one; the thing spoken of is our fund, not a second one without owner.
        if bound is not None and not (rank and claim.form is Form.POSSESSION):
            introduce(bound, claim.importance, draft)
            draft.speak_of(bound.key, claim.sentence, rank)
    added = _bound_claim(claim, subject, thing, draft, completed_by=completed_by)
    draft.claims.append(added)
    return added


def _as_said(mention: Mention, draft: Draft) -> Bound | None:
    """Let "the second", where no list was given, stand for itself as an object: said again it means the same."""
    reference = draft.annotation.references[mention.reference] if mention.reference is not None else None
    if reference is None or reference.kind is not ReferenceKind.ORDINAL:
        return None
    label = reference.text.casefold()
    return Bound(key=label, mention=msgspec.structs.replace(mention, label=label, head=label, reference=None))


def _take_in_answer(answer: Completed, draft: Draft) -> set[int]:
    """Take in a completed claim, unless the turn has just said the same ("Yes, 12 months.")."""
    added = take_in(answer.claim, draft, completed_by=(answer.binding,), about=answer.about)
    if added is not None and any(says_the_same(added, other) for other in draft.claims[:-1]):
        draft.claims.pop()
    return {answer.slot}


def _bound_claim(
    claim: Claim,
    subject: Bound,
    thing: Bound | None,
    draft: Draft,
    *,
    completed_by: tuple[Binding, ...] | None,
) -> BoundClaim:
    said_of, said = closed(claim.subject, subject), closed(claim.object, thing) if thing is not None else claim.object
    unchanged = said_of is claim.subject and said is claim.object
    whole = claim if unchanged else msgspec.structs.replace(claim, subject=said_of, object=said)
    family = relation_family(whole, draft.knowledge)
    return BoundClaim(
        key=f"{draft.session.next_slot}.{len(draft.claims)}",
        turn=draft.position,
        turn_id=draft.annotation.turn_id,
        claim=whole,
        subject=subject.key,
        object=thing.key if thing is not None else "",
        family=family,
        text=claim_text(claim, draft),
        bindings=(completed_by or ()) + subject.bindings + (thing.bindings if thing is not None else ()),
        meets=_meeting_places(whole, family, subject.key, draft.knowledge),
        completed=completed_by is not None,
        at=draft.annotation.at,
    )


def _meeting_places(claim: Claim, family: str, subject: str, knowledge: Knowledge) -> tuple[str, ...]:
    """Return the keys under which claims of other families must see this one: state rules, typed slots."""
    keys = shared_keys(claim, family, knowledge)
    own = [f"{subject}|{key}" for key in keys.subject]
    if keys.owner:
        own.append(f"{owner_of(subject)}|{keys.owner}")
    felt = attitude_key(claim, knowledge)
    if felt:
        own.append(felt)
    return tuple(own)


def _names_a_thing(claim: Claim) -> bool:
    """Whether the object is an entity and not a value."""
    return bool(claim.object.label) and claim.quantity is None and claim.form not in VALUE_FORMS


def _is_incomplete(claim: Claim, draft: Draft) -> bool:
    reference = claim.subject.reference
    return reference is not None and draft.annotation.references[reference].kind in INCOMPLETE
