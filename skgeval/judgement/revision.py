"""What a conflict means: a fault, or one of the outcomes apart from it (METHOD.md, section 7)."""

from __future__ import annotations

import msgspec

from schemas.annotation import Annotation
from schemas.finding import Detector, FindingKind
from schemas.turn import Role
from skgeval.judgement.candidates import is_users
from skgeval.judgement.coherence import HISTORY, Clash
from skgeval.judgement.cues import agrees, is_announced, is_misquote, says_a_change

VALUES = frozenset({Detector.NUMERIC_MISMATCH, Detector.EXCLUSIVE_OBJECT, Detector.SLOT})
"""Detectors of two values of one slot; a new value is how half of all real revisions are said, without any cue word."""

NO_OWNER_CHANGE = "the owner of the earlier claim did not change it"
NO_ANNOUNCEMENT = "the assistant did not announce a correction"
NO_WORLD_UPDATE = "tense and dates do not say that both were true in turn"
AFTER_CHALLENGE = "the correction came only after the user objected"


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a clash is. `keeps` says whose value holds from now on: "earlier", "later" or "both"."""

    kind: FindingKind
    detector: Detector
    keeps: str
    acknowledged: bool = False
    checked: tuple[str, ...] = ()


def outcome(clash: Clash, annotation: Annotation) -> Outcome:
    """Return what a clash between an earlier claim and one of this turn is."""
    if clash.in_turn:
        return Outcome(kind=FindingKind.WORLD_UPDATE, detector=clash.conflict.detector, keeps="both")
    if annotation.role is Role.USER:
        return _of_the_user(clash, annotation)
    return _of_the_assistant(clash, annotation)


def _of_the_user(clash: Clash, annotation: Annotation) -> Outcome:
    """Let a user change what is theirs, and report a change; anything else is a conflict that blames nobody."""
    earlier, later, detector = clash.pair.earlier, clash.pair.later, clash.conflict.detector
    misquoted = is_misquote(annotation, later)
    if not misquoted and _changes(clash, annotation):
        return Outcome(kind=FindingKind.REVISION, detector=Detector.OWNER_CHANGE, keeps="later")
    own = earlier.claim.speaker is Role.USER and not misquoted
    return Outcome(kind=FindingKind.USER_CONFLICT, detector=detector, keeps="later" if own else "earlier")


def _changes(clash: Clash, annotation: Annotation) -> bool:
    earlier, later = clash.pair.earlier, clash.pair.later
    if says_a_change(annotation, later):
        return True
    if not is_users(later.subject):
        return False
    if earlier.claim.speaker is Role.ASSISTANT:
        return True
    tenses = {earlier.claim.time.tense, later.claim.time.tense}
    return clash.conflict.detector in VALUES and not tenses & HISTORY


def _of_the_assistant(clash: Clash, annotation: Annotation) -> Outcome:
    later, pair = clash.pair.later, clash.pair
    fault = Outcome(
        kind=FindingKind.CONTRADICTION,
        detector=clash.conflict.detector,
        keeps="earlier",
        checked=(NO_OWNER_CHANGE, NO_ANNOUNCEMENT, NO_WORLD_UPDATE),
    )
    if pair.earlier_speaker is not Role.ASSISTANT or pair.earlier.claim.speaker is not Role.ASSISTANT:
        return fault
    announced = is_announced(annotation, later)
    if pair.challenged and (announced or agrees(annotation)):
        return msgspec.structs.replace(
            fault, keeps="later", acknowledged=True, checked=(NO_OWNER_CHANGE, AFTER_CHALLENGE, NO_WORLD_UPDATE)
        )
    if announced:
        return Outcome(kind=FindingKind.REVISION, detector=Detector.ANNOUNCED_CORRECTION, keeps="later")
    return fault
