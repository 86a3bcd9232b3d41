"""A rule that an answer broke, with all that is needed to check it again."""

from __future__ import annotations

import msgspec

from schemas.claim import Span
from schemas.finding import Detector, Measured
from schemas.record import Commitment


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """A checker's answer: what was measured, where in the text, and the numbers that were compared."""

    reason: str
    span: Span
    measurements: dict[str, float] = {}


class Breach(msgspec.Struct, frozen=True, kw_only=True):
    """One broken rule (METHOD.md, section 9).

    `explanation` is a clause about the answer ("it has 5 sentences where the rule allows 1"), `span` the place in the
    answer, `measured` goes into the certificate unchanged: `recheck` reaches the same verdict from it alone.
    `commitment` is None when a lone rule is checked again.
    """

    detector: Detector
    explanation: str
    span: Span
    strength: float
    measured: Measured
    commitment: Commitment | None = None
    measurements: dict[str, float] = {}
