"""Which earlier claims a new one is compared with (METHOD.md, sections 3 and 6).

Bounded whatever was said before: the established and the newest current claims of the slot, the newest ones about the
subject, those that share subject and object, and those that state the relation the other way round.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from schemas.claim import USER, Modality
from schemas.record import BoundClaim, ClaimStatus
from schemas.turn import Role
from skgeval.judgement.cues import CHANGES, agrees, cues_at
from skgeval.judgement.draft import Draft
from skgeval.judgement.names import plain_label
from skgeval.policy import Profile

SPEAKERS = frozenset({Role.USER, Role.ASSISTANT})
MAX_REPLACED = 4
"""Newest revisions of one value that are looked at."""


def candidates(claim: BoundClaim, draft: Draft) -> Iterator[tuple[BoundClaim, Role]]:
    """Go through the earlier claims that may conflict, oldest first, each with who is committed to it."""
    graph, newest = draft.session.graph, draft.policy.compare_newest
    keys = {
        *graph.by_slot.established_and_newest((claim.subject, claim.family), newest),
        *(key for meet in claim.meets for key in graph.by_slot.established_and_newest(meet, newest)),
        *graph.by_subject.established_and_newest(claim.subject, draft.policy.compare_subject),
    }
    if claim.object:
        keys.update(graph.by_both.established_and_newest((claim.subject, claim.object), draft.policy.compare_subject))
        keys.update(graph.by_both.established_and_newest((claim.object, claim.subject), draft.policy.compare_subject))
    for earlier in sorted([graph.claims[key] for key in keys], key=lambda one: (one.turn, order_of(one))):
        speaker = committed(earlier, claim.claim.speaker, draft)
        if speaker is not None:
            yield earlier, speaker
    yield from _adopted(claim, draft)
    if draft.policy.profile is Profile.PERSONA:
        yield from _within_the_turn(claim, draft)


def says_the_same(claim: BoundClaim, other: BoundClaim) -> bool:
    """Whether two claims state one value of one slot."""
    if (claim.subject, claim.family, claim.claim.polarity) != (other.subject, other.family, other.claim.polarity):
        return False
    ours, theirs = claim.claim.quantity, other.claim.quantity
    if ours is not None and theirs is not None:
        return (ours.low, ours.high, ours.dimension) == (theirs.low, theirs.high, theirs.dimension)
    return ours is theirs and (claim.object, claim.claim.object.label) == (other.object, other.claim.object.label)


def replaced(claim: BoundClaim, draft: Draft) -> Iterator[tuple[BoundClaim, BoundClaim]]:
    """Go through revisions whose replaced value an assistant's claim names again, each as (replacing, replaced) claim.

    Whatever the words: after "change the coffee to tea", "your coffee is on its way" goes back to the old order.
    """
    graph = draft.session.graph
    if not graph.replaced or claim.claim.speaker is not Role.ASSISTANT or not claim.claim.polarity:
        return
    if cues_at(draft.annotation, claim, CHANGES):
        return
    for value in dict.fromkeys((plain_label(claim.claim.object), plain_label(claim.claim.subject))):
        for key in graph.replaced.get(value, ())[-MAX_REPLACED:]:
            old = graph.claims.get(key)
            new = graph.claims.get(graph.status[key].by) if key in graph.status else None
            if old is None or new is None or new.status is not ClaimStatus.CURRENT:
                continue
            if _same_owner(old.subject, claim):
                yield new, old


def _same_owner(owner: str, claim: BoundClaim) -> bool:
    """Whether a claim is about the owner of a replaced value or about something of theirs."""
    if is_users(owner):
        mentions = (claim.claim.subject, claim.claim.object)
        return is_users(claim.subject) or is_users(claim.object) or any(one.owner == USER for one in mentions)
    return claim.subject == owner or claim.subject.startswith(f"{owner}'s ")


def _adopted(claim: BoundClaim, draft: Draft) -> Iterator[tuple[BoundClaim, Role]]:
    """Go through what the user objected, when the assistant agrees with it: then it is bound by it."""
    prompt, annotation = draft.session.prompts.open, draft.annotation
    if prompt is None or not prompt.objections or annotation.role is not Role.ASSISTANT:
        return
    if not agrees(annotation):
        return
    for key in prompt.objections:
        objection = draft.session.graph.claims.get(key)
        if objection is not None and objection.subject == claim.subject:
            yield objection, Role.ASSISTANT


def committed(earlier: BoundClaim, later: Role, draft: Draft) -> Role | None:
    """Return who is bound by an earlier claim where `later` speaks; None where it binds nobody (METHOD.md, section 6).

    The assistant is bound by its own words, and by what the user said of their own; nothing that others report of the
    world binds it. A user's words are compared with all that both said, and only ever to change it.
    """
    speaker = earlier.claim.speaker
    if speaker not in SPEAKERS or later not in SPEAKERS:
        return None
    if later is Role.ASSISTANT and speaker is Role.USER and not binds_the_assistant(earlier, draft):
        return None
    return speaker


def binds_the_assistant(earlier: BoundClaim, draft: Draft) -> bool:
    """Whether a user's claim is about what is theirs, answers the assistant's question, or is a change they ordered."""
    return is_users(earlier.subject) or earlier.completed or earlier.key in draft.session.graph.authorised


def is_users(subject: str) -> bool:
    """Whether an entity is the user or belongs to the user.

    >>> is_users("USER's warranty"), is_users("warranty")
    (True, False)
    """
    return subject == USER or subject.startswith(f"{USER}'s ")


def order_of(claim: BoundClaim) -> tuple[int, int]:
    """Return the place of a claim in order of arrival."""
    return _place(claim.key)


@lru_cache(maxsize=65_536)
def _place(key: str) -> tuple[int, int]:
    """Read the numbers in a claim key; the same few keys are sorted again and again."""
    slot, _, number = key.partition(".")
    return int(slot), int(number)


def _within_the_turn(claim: BoundClaim, draft: Draft) -> Iterator[tuple[BoundClaim, Role]]:
    """Go through the claims of earlier sentences of the turn; what a "yes" asserts, the next sentence may qualify."""
    for earlier in draft.claims:
        if earlier.key == claim.key:
            return
        if earlier.completed:
            continue
        if earlier.subject == claim.subject and earlier.claim.sentence != claim.claim.sentence:
            yield earlier, earlier.claim.speaker


def is_put_forward(claim: BoundClaim) -> bool:
    """Whether a claim takes part in comparisons at all; the gates look closer at those that do."""
    return claim.claim.checked and claim.claim.modality is not Modality.HYPOTHETICAL
