"""What the cues of the turn under judgement say of its claims (METHOD.md, section 7)."""

from __future__ import annotations

from schemas.annotation import Annotation, Cue, CueKind
from schemas.record import BoundClaim

CHANGES = frozenset({CueKind.CHANGE, CueKind.CORRECTION, CueKind.RETRACTION})
"""Cues by which an owner changes what was said."""
WITHDRAWALS = frozenset({CueKind.APOLOGY, CueKind.RETRACTION})


def cues_at(annotation: Annotation, claim: BoundClaim, kinds: frozenset[CueKind]) -> tuple[Cue, ...]:
    """Return the cues of these kinds in a claim's own sentence."""
    return tuple(cue for cue in annotation.cues if cue.kind in kinds and cue.sentence == claim.claim.sentence)


def says_a_change(annotation: Annotation, claim: BoundClaim) -> bool:
    """Whether a claim stands in or after a sentence that changes something."""
    return any(cue.kind in CHANGES and cue.sentence <= claim.claim.sentence for cue in annotation.cues)


def is_misquote(annotation: Annotation, claim: BoundClaim) -> bool:
    """Whether a user's claim is put into the assistant's mouth ("as you said, …")."""
    return bool(cues_at(annotation, claim, frozenset({CueKind.MISQUOTE})))


def is_announced(annotation: Annotation, claim: BoundClaim) -> bool:
    """Whether the assistant announces that it corrects itself here: "sorry, it is X", "a correction: …"."""
    for cue in annotation.cues:
        if cue.kind is CueKind.CORRECTION and cue.sentence <= claim.claim.sentence:
            return True
        if cue.kind in WITHDRAWALS and cue.sentence == claim.claim.sentence:
            return True
    return False


def agrees(annotation: Annotation) -> bool:
    """Whether a turn agrees with the one before it ("you're right")."""
    return any(cue.kind is CueKind.AGREEMENT for cue in annotation.cues)
