"""Changes that a user's words order or report, whatever the claims between them say (METHOD.md, sections 2 and 7).

"Push it to 5 pm", "change the coffee to tea", "rename him to Jack" and "remove the gym" name what changes and its new
value: the claims that hold the old value are superseded, and stated anew with the new one as the user's.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from schemas.annotation import Cue, CueKind, ReferenceKind
from schemas.claim import ASSISTANT, USER, Claim, EntityType, Form, Mention, Modality
from schemas.record import BoundClaim, ClaimStatus, StatusChange
from schemas.turn import Role
from skgeval.judgement.binding import bind
from skgeval.judgement.candidates import SPEAKERS, is_users, order_of, says_the_same
from skgeval.judgement.cues import CHANGES, cues_at, is_announced
from skgeval.judgement.draft import Draft
from skgeval.judgement.names import PARTICIPANTS, plain_label
from skgeval.judgement.reading import take_in

ADDING = frozenset({"also", "too", "another", "additionally", "besides", "well"})
STATED = frozenset({Modality.ASSERTED, Modality.PROMISED})
WISHER = Mention(text=USER, label=USER, type=EntityType.PERSON, definite=True)
WISH = "want"
"""Relation of what a user orders in place of something that was never said."""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A claim that a user's words replaced, and the claim that says so (None where it was only taken back)."""

    status: StatusChange
    replaced: BoundClaim


def reported_changes(draft: Draft) -> tuple[Change, ...]:
    """Supersede what this user turn changes by its cues; the claims that replace it join the draft."""
    if draft.annotation.role is not Role.USER:
        return ()
    found: dict[str, Change] = {}
    for cue in draft.annotation.cues:
        if cue.kind not in CHANGES or (cue.current is not None and cue.current.label in PARTICIPANTS):
            continue
        for claim in _affected(cue, draft):
            if claim.key not in found:
                found[claim.key] = _replace(claim, cue, draft)
        ordered = _order_anew(cue, tuple(found.values()), draft)
        if ordered is not None:
            found[ordered.status.claim] = ordered
    return tuple(found.values())


def new_values(claim: BoundClaim, draft: Draft) -> tuple[Change, ...]:
    """Return what a claim replaces because its sentence says that it replaces something.

    "I prefer spaces from now on", "sorry, I was wrong: your laptop has HDMI 2.0": the newest earlier value of the same
    owner and relation gives way, although a thing can have two values of many such relations.
    """
    role = draft.annotation.role
    if not _announces(claim, role, draft) or not claim.claim.polarity or claim.claim.modality not in STATED:
        return ()
    graph = draft.session.graph
    keys = graph.by_slot.established_and_newest((claim.subject, claim.family), 1)
    earlier = graph.claims[keys[-1]] if keys else None
    if earlier is None or earlier.claim.speaker is not role or not earlier.claim.polarity:
        return ()
    prompt = draft.session.prompts.open
    if role is Role.ASSISTANT and prompt is not None and earlier.key in prompt.challenged:
        return ()
    if earlier.claim.form is not claim.claim.form or says_the_same(earlier, claim) or not claim.claim.object.label:
        return ()
    status = StatusChange(claim=earlier.key, status=ClaimStatus.SUPERSEDED, by=claim.key)
    return (Change(status=status, replaced=earlier),)


def _announces(claim: BoundClaim, role: Role, draft: Draft) -> bool:
    """Whether a claim's sentence changes a user's own matter, or corrects the assistant; "also" adds to it."""
    if claim.completed or not draft.annotation.cues:
        return False
    if ADDING.intersection(claim.text.casefold().replace(",", " ").replace(".", " ").split()):
        return False
    if role is Role.ASSISTANT:
        return is_announced(draft.annotation, claim)
    return role is Role.USER and is_users(claim.subject) and bool(cues_at(draft.annotation, claim, CHANGES))


def _affected(cue: Cue, draft: Draft) -> list[BoundClaim]:
    """Return the current claims that a cue changes, oldest first."""
    target = _target(cue, draft)
    if cue.superseded is not None:
        old = _known(cue.superseded, draft)
        pool = _about(target, draft) if target else _recent(draft)
        return [one for one in pool if _states(one, cue.superseded, old)]
    if target is None:
        return [one for one in _recent(draft) if cue.target is not None and _states(one, cue.target, None)]
    about = _about(target, draft)
    if cue.current is None:
        return [one for one in about if one.object == target] if cue.kind is CueKind.RETRACTION else []
    valued = [one for one in about if one.subject == target and _same_sort(one, cue)]
    held = [one for one in valued if _holds_one_value(one, draft)]
    another = cue.quantity is None and cue.current.type is draft.type_of(target)
    if held or (valued and not another):
        newest = (held or valued)[-1]
        return [one for one in valued if one.family == newest.family]
    return about if another else []


def _replace(claim: BoundClaim, cue: Cue, draft: Draft) -> Change:
    """Supersede a claim, and state it anew with the current value, or denied where there is none."""
    said = msgspec.structs.replace(
        claim.claim,
        speaker=Role.USER,
        sentence=cue.sentence,
        span=cue.span,
        modality=Modality.ASSERTED,
        checked=True,
        time=msgspec.structs.replace(claim.claim.time, expressions=()),
    )
    about = claim.subject
    if cue.current is None:
        said = msgspec.structs.replace(said, polarity=not said.polarity)
    elif claim.subject == _replaced_entity(cue, draft) and not _gives_way(claim, cue, draft):
        said, about = msgspec.structs.replace(said, subject=cue.current), ""
    else:
        said = msgspec.structs.replace(said, object=cue.current, quantity=cue.quantity)
    restated = take_in(said, draft, completed_by=(), about=about)
    by = restated.key if restated is not None else ""
    return Change(status=StatusChange(claim=claim.key, status=ClaimStatus.SUPERSEDED, by=by), replaced=claim)


def _replaced_entity(cue: Cue, draft: Draft) -> str | None:
    """Return the thing that another one takes the place of, wherever it was spoken of."""
    if cue.superseded is not None:
        return _known(cue.superseded, draft)
    return _target(cue, draft)


def _order_anew(cue: Cue, found: tuple[Change, ...], draft: Draft) -> Change | None:
    """State an ordered change itself, where no claim held the old value: B is current and A superseded all the same.

    "Change the coffee to tea" replaces a thing ordered, "move the deadline to Friday" gives an attribute its value.
    """
    old = cue.superseded or cue.target
    if cue.current is None or old is None or old.reference is not None:
        return None
    if cue.superseded is None and (cue.quantity is not None or cue.current.proper):
        if not found:
            take_in(_wish(old, "be", cue.current, cue), draft, completed_by=())
        return None
    if any(plain_label(change.replaced.claim.object) == plain_label(old) for change in found):
        return None
    replaced = take_in(_wish(WISHER, WISH, old, cue), draft, completed_by=())
    current = take_in(_wish(WISHER, WISH, cue.current, cue), draft, completed_by=())
    if replaced is None or current is None:
        return None
    status = StatusChange(claim=replaced.key, status=ClaimStatus.SUPERSEDED, by=current.key)
    return Change(status=status, replaced=replaced)


def _wish(subject: Mention, relation: str, value: Mention, cue: Cue) -> Claim:
    """Return what a user orders, as a claim of theirs."""
    return Claim(
        subject=subject,
        relation=relation,
        object=value,
        quantity=cue.quantity if value is cue.current else None,
        speaker=Role.USER,
        sentence=cue.sentence,
        span=cue.span,
        form=Form.VERB if relation == WISH else Form.NOUN,
    )


def _target(cue: Cue, draft: Draft) -> str | None:
    """Return the entity that a cue changes; a bare "that" is what the last turn was most about."""
    if cue.target is None:
        return None
    number = cue.target.reference
    reference = draft.annotation.references[number] if number is not None else None
    if reference is not None and reference.kind is ReferenceKind.DEMONSTRATIVE and not reference.head:
        newest = (spoken.entity for spoken in draft.session.salience.newest())
        return next((key for key in newest if key not in PARTICIPANTS), None)
    return _known(cue.target, draft)


def _known(mention: Mention | None, draft: Draft) -> str | None:
    """Return the entity that a cue's words name, when the conversation knows it."""
    bound = bind(mention, draft) if mention is not None else None
    return bound.key if bound is not None and draft.entity(bound.key) is not None else None


def _about(target: str, draft: Draft) -> list[BoundClaim]:
    """Return the newest current claims that have an entity as subject or object, oldest first."""
    graph = draft.session.graph
    keys = dict.fromkeys(
        [
            *graph.by_subject.established_and_newest(target, draft.policy.compare_newest),
            *graph.by_object.established_and_newest(target, draft.policy.compare_newest),
        ]
    )
    return _changeable(graph.claims[key] for key in keys)


def _recent(draft: Draft) -> list[BoundClaim]:
    return _changeable(draft.session.graph.newest(draft.policy.compare_newest))


def _changeable(claims: Iterable[BoundClaim]) -> list[BoundClaim]:
    """Return the claims that state something, in order of arrival: what was ordered of the assistant is no state."""
    stated = (one for one in claims if one.claim.modality in STATED and one.subject != ASSISTANT)
    return sorted((one for one in stated if one.claim.speaker in SPEAKERS), key=order_of)


def _states(claim: BoundClaim, value: Mention, key: str | None) -> bool:
    """Whether a claim has this value, by entity or by its words."""
    if key is not None and key in {claim.object, claim.subject}:
        return True
    said = claim.claim.quantity.text if claim.claim.quantity is not None else claim.claim.object.label
    wanted = plain_label(value)
    return bool(said) and (wanted in {said.casefold(), plain_label(claim.claim.object)} or said.endswith(f" {wanted}"))


def _gives_way(claim: BoundClaim, cue: Cue, draft: Draft) -> bool:
    """Whether it is a claim's value, and not its subject, that a new value takes the place of."""
    return _same_sort(claim, cue) and _holds_one_value(claim, draft)


def _holds_one_value(claim: BoundClaim, draft: Draft) -> bool:
    """Whether a claim gives its subject a value, as "is", "is at" and "starts at" do and "is served with" does not."""
    relation = claim.claim.relation
    said = {relation, claim.family, draft.knowledge.canonical(relation)[0]}
    if claim.claim.quantity is not None or relation.split()[:1] == ["be"]:
        return True
    return not draft.knowledge.functional.relations.isdisjoint(said)


def _same_sort(claim: BoundClaim, cue: Cue) -> bool:
    """Whether the new value is the sort of thing that a claim states."""
    if cue.current is None:
        return False
    quantity = claim.claim.quantity
    if quantity is not None or cue.quantity is not None:
        return quantity is not None and cue.quantity is not None and quantity.dimension == cue.quantity.dimension
    if not claim.claim.object.label:
        return False
    return claim.claim.object.type is cue.current.type or (claim.claim.object.proper and cue.current.proper)
