"""What in this turn cannot hold together with what was said before (METHOD.md, section 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from schemas.claim import Mention, Tense
from schemas.finding import Detector
from schemas.record import BoundClaim, ClaimStatus
from schemas.turn import Role
from skgeval.judgement.candidates import candidates, is_put_forward, replaced, says_the_same
from skgeval.judgement.contradiction.cascade import compare
from skgeval.judgement.contradiction.pair import Comparison, Conflict, Pair
from skgeval.judgement.cues import says_a_change
from skgeval.judgement.draft import Draft
from skgeval.judgement.session import slot_of
from skgeval.vectors import byte_cosine

HISTORY = frozenset({Tense.PAST, Tense.PERFECT, Tense.USED_TO})
TIME_GATES = frozenset({"tense", "moments"})
LOOKING_BACK = frozenset({"restated", "historic"})
"""Gates that make a sentence weak evidence because it holds the earlier value too, as every change may."""


class Clash(msgspec.Struct, frozen=True, kw_only=True):
    """A pair of claims that cannot both hold, or could not if they were about one time (`in_turn`)."""

    pair: Pair
    comparison: Comparison
    conflict: Conflict
    in_turn: bool = False


def clashes(claim: BoundClaim, draft: Draft, rejections: Counter[str]) -> Iterator[Clash]:
    """Go through the earlier claims that a new one conflicts with, oldest first; count why others were not compared."""
    if not is_put_forward(claim):
        return
    for found in _pairs(claim, draft):
        pair, comparison = _compared(found, draft)
        if comparison.conflict is not None:
            yield Clash(pair=pair, comparison=comparison, conflict=comparison.conflict)
        elif comparison.rejected_by:
            rejections[comparison.rejected_by] += 1
            yield from _set_aside(pair, comparison, draft)


def _set_aside(pair: Pair, comparison: Comparison, draft: Draft) -> Iterator[Clash]:
    """Find what would be a conflict if both claims were about one time and the later one did not look back.

    What was so and is no longer ("was down this morning", "is up now") is no conflict; what a user says will be
    different from now on ("we decided to hold it in the park", "eight instead of six") changes what was said.
    """
    before, after = pair.earlier.claim.time, pair.later.claim.time
    in_turn = before.tense in HISTORY and after.tense is Tense.PRESENT and comparison.rejected_by in TIME_GATES
    changes = draft.annotation.role is Role.USER and says_a_change(draft.annotation, pair.later)
    if not in_turn and not (changes and comparison.rejected_by in TIME_GATES | LOOKING_BACK):
        return
    earlier = msgspec.structs.replace(pair.earlier, claim=msgspec.structs.replace(pair.earlier.claim, time=after))
    later = msgspec.structs.replace(pair.later, text=pair.later.claim.object.text)
    aside = msgspec.structs.replace(pair, earlier=earlier, later=later)
    conflict = compare(aside, draft.policy, draft.knowledge).conflict
    if conflict is not None:
        yield Clash(pair=pair, comparison=comparison, conflict=conflict, in_turn=in_turn)


def _compared(pair: Pair, draft: Draft) -> tuple[Pair, Comparison]:
    """Compare a pair by its symbols, and again with its cosines where a detector of distances may answer."""
    comparison = compare(pair, draft.policy, draft.knowledge)
    if comparison.rejected_by or not _needs_cosines(pair, comparison):
        return pair, comparison
    measured = _with_cosines(pair, draft)
    return measured, compare(measured, draft.policy, draft.knowledge)


def _pairs(claim: BoundClaim, draft: Draft) -> Iterator[Pair]:
    found = list(candidates(claim, draft))
    said_with = {earlier.turn for earlier, _ in found if _says_again(claim, earlier)}
    for earlier, speaker in found:
        if earlier.turn not in said_with or earlier.claim.speaker is not claim.claim.speaker:
            yield _pair(earlier, speaker, claim, draft)
    for replacing, old in replaced(claim, draft):
        yield msgspec.structs.replace(_pair(replacing, replacing.claim.speaker, claim, draft), superseded=old)


def _says_again(claim: BoundClaim, earlier: BoundClaim) -> bool:
    """Whether a speaker repeats what stands: it went together with what the same turn said then, and so it does now."""
    if earlier.status is not ClaimStatus.CURRENT or earlier.claim.speaker is not claim.claim.speaker:
        return False
    return earlier.claim.relation == claim.claim.relation and says_the_same(claim, earlier)


def _pair(earlier: BoundClaim, speaker: Role, later: BoundClaim, draft: Draft) -> Pair:
    """Return the pair in the conversation's own order, which differs from that of arrival for a late turn."""
    prompt, search_slot = draft.session.prompts.open, draft.session.search_slot
    speakers = (speaker, later.claim.speaker)
    if later.turn < earlier.turn:
        earlier, later, speakers = later, earlier, (speakers[1], speakers[0])
    return Pair(
        earlier=earlier,
        later=later,
        earlier_speaker=speakers[0],
        later_speaker=speakers[1],
        same_turn=earlier.turn == later.turn,
        challenged=prompt is not None and earlier.key in prompt.challenged,
        new_scope=search_slot > 0 and slot_of(earlier.key) < search_slot,
    )


def _needs_cosines(pair: Pair, comparison: Comparison) -> bool:
    """Whether distances, or what was said together, may still change the answer; most pairs are decided without."""
    if comparison.conflict is not None:
        return comparison.conflict.detector not in {Detector.NEGATION_FLIP, Detector.STATE_RULE}
    return pair.earlier.claim.polarity is not pair.later.claim.polarity


def _with_cosines(pair: Pair, draft: Draft) -> Pair:
    earlier, later = pair.earlier, pair.later
    return msgspec.structs.replace(
        pair,
        relation_cosine=draft.label_cosine(earlier.claim.relation, later.claim.relation),
        object_cosine=draft.label_cosine(earlier.claim.object.label, later.claim.object.label),
        sentence_cosine=byte_cosine(draft.sentence_row(earlier), draft.sentence_row(later)),
        earlier_set=_said_together(earlier, draft),
        later_set=_said_together(later, draft),
    )


def _said_together(claim: BoundClaim, draft: Draft) -> tuple[Mention, ...]:
    """Return what else the claim's sentence gave the same relation ("written by A and B")."""
    graph, policy = draft.session.graph, draft.policy
    keys = graph.by_slot.established_and_newest((claim.subject, claim.family), policy.compare_newest)
    return tuple(
        other.claim.object
        for other in (*(graph.claims[key] for key in keys), *draft.claims)
        if (other.turn, other.claim.sentence) == (claim.turn, claim.claim.sentence)
        and (other.subject, other.family, other.claim.polarity) == (claim.subject, claim.family, claim.claim.polarity)
        and other.key != claim.key
    )
