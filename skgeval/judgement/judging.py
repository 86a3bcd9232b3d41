"""The verdicts on one turn's claims: which clash, what each clash is, what it changes (METHOD.md, sections 6 and 7)."""

from __future__ import annotations

from collections import Counter

import msgspec

from schemas.annotation import Vectors
from schemas.finding import Certificate, Detector, Finding, FindingKind, Severity
from schemas.record import BoundClaim, ClaimStatus, StatusChange
from schemas.turn import Role
from skgeval.judgement.candidates import says_the_same
from skgeval.judgement.certificate import Case, Grade, Provenance, certify
from skgeval.judgement.changes import Change, new_values
from skgeval.judgement.coherence import Clash, clashes
from skgeval.judgement.draft import Draft
from skgeval.judgement.revision import Outcome, outcome
from skgeval.judgement.severity import SeverityTable

MAX_ALSO = 8
"""Further conflicting claims that a certificate lists."""


class Judgement(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a turn's claims."""

    status_changes: tuple[StatusChange, ...] = ()
    findings: tuple[Finding, ...] = ()
    certificates: tuple[Certificate, ...] = ()
    objected_to: tuple[str, ...] = ()
    objections: tuple[str, ...] = ()
    rejections: dict[str, int] = {}
    strongest: float = 0.0


class Bench:
    """Gathers verdicts while the claims of one turn are judged; dropped afterwards, like the draft."""

    def __init__(self, draft: Draft, severities: SeverityTable, provenance: Provenance) -> None:
        """Start with nothing decided."""
        self.draft = draft
        self.severities = severities
        self.provenance = provenance
        self.changed: dict[str, StatusChange] = {}
        self.findings: dict[tuple[object, ...], Finding] = {}
        self.certificates: dict[str, Certificate] = {}
        self.sentences: set[tuple[object, ...]] = set()
        self.objected_to: dict[str, None] = {}
        self.objections: dict[str, None] = {}
        self.rejections: Counter[str] = Counter()

    def grade(self, detector: Detector) -> Grade:
        """Return how loud and how likely right a detector's findings are."""
        return Grade(
            severity=self.severities.severity(detector),
            confidence=self.severities.confidence(detector, self.draft.policy),
        )

    def record_change(self, change: Change) -> None:
        """Note what a user's words replaced."""
        if change.status.claim in self.changed:
            return
        self.changed[change.status.claim] = change.status
        by_user = self.draft.annotation.role is Role.USER
        detector = Detector.OWNER_CHANGE if by_user else Detector.ANNOUNCED_CORRECTION
        said_before = change.replaced.turn if change.replaced.turn != self.draft.position else None
        self.find(FindingKind.REVISION, detector, said_before, 1.0)

    def find(self, kind: FindingKind, detector: Detector, earlier: int | None, strength: float) -> None:
        """Add a finding that is nobody's fault and needs no proof; one per kind and pair of turns.

        However sure its detector is, it wakes no one: it is told at info (METHOD.md, section 11).
        """
        self.findings.setdefault(
            (kind, earlier),
            Finding(
                kind=kind,
                detector=detector,
                severity=Severity.INFO,
                strength=strength,
                confidence=self.grade(detector).confidence,
                later_turn=self.draft.position,
                earlier_turn=earlier,
                explanation=_sentence(kind, earlier, self.draft.position),
            ),
        )


def judge(draft: Draft, changes: tuple[Change, ...], bench: Bench) -> Judgement:
    """Compare the draft's claims with what was said before, and decide what every clash is."""
    for change in changes:
        bench.record_change(change)
    for claim in tuple(draft.claims):
        for change in new_values(claim, draft):
            bench.record_change(change)
        found = [
            (clash, outcome(clash, draft.annotation))
            for clash in clashes(claim, draft, bench.rejections)
            if _still_current(clash, bench)
        ]
        faults = [(clash, verdict) for clash, verdict in found if verdict.kind is FindingKind.CONTRADICTION]
        if faults and not any(verdict.kind is FindingKind.REVISION for _, verdict in found):
            _prove(faults, bench)
        for clash, verdict in found:
            if verdict.kind is not FindingKind.CONTRADICTION:
                _settle(clash, verdict, bench)
    return Judgement(
        status_changes=tuple(bench.changed.values()),
        findings=tuple(bench.findings.values()),
        certificates=tuple(bench.certificates.values()),
        objected_to=tuple(bench.objected_to),
        objections=tuple(bench.objections),
        rejections=dict(sorted(bench.rejections.items())),
        strongest=max((one.strength for one in bench.certificates.values()), default=0.0),
    )


def _still_current(clash: Clash, bench: Bench) -> bool:
    """Whether neither side was replaced or disputed by an earlier claim of this turn."""
    return clash.pair.earlier.key not in bench.changed and clash.pair.later.key not in bench.changed


def _settle(clash: Clash, verdict: Outcome, bench: Bench) -> None:
    """Record a clash that is nobody's fault, and which of its claims holds from now on."""
    pair = clash.pair
    bench.find(verdict.kind, verdict.detector, pair.earlier.turn, clash.conflict.strength)
    if verdict.keeps == "later":
        _change(bench, pair.earlier, ClaimStatus.SUPERSEDED, pair.later)
        return
    if verdict.keeps == "both":
        return
    _change(bench, pair.later, ClaimStatus.DISPUTED, pair.earlier)
    if pair.later_speaker is Role.USER and pair.earlier_speaker is Role.ASSISTANT:
        bench.objected_to[pair.earlier.key] = None
        bench.objections[pair.later.key] = None


def _prove(faults: list[tuple[Clash, Outcome]], bench: Bench) -> None:
    """Certify one later claim's conflict with the earliest claim it contradicts; the others are listed with it."""
    clash, verdict = faults[0]
    pair = clash.pair
    statement = (pair.earlier.turn, pair.earlier.text, pair.later.text)
    _change(bench, pair.later, ClaimStatus.DISPUTED, pair.earlier)
    if verdict.keeps == "later":
        _change(bench, pair.earlier, ClaimStatus.SUPERSEDED, pair.later)
        bench.changed.pop(pair.later.key)
    if statement in bench.sentences:
        return
    bench.sentences.add(statement)
    case = Case(
        pair=pair,
        comparison=clash.comparison,
        conflict=clash.conflict,
        also=tuple(other.pair.earlier for other, _ in faults[1 : MAX_ALSO + 1]),
        repeat_of=_repeat_of(pair.earlier, pair.later, bench.draft),
        acknowledged=verdict.acknowledged,
        revision_checked=verdict.checked,
    )
    grade = bench.grade(clash.conflict.detector)
    certificate = certify(case, bench.provenance, grade, _vectors(pair.earlier, pair.later, bench.draft))
    bench.certificates[certificate.certificate_id] = certificate
    bench.findings[certificate.certificate_id,] = finding_of(certificate)


def finding_of(certificate: Certificate) -> Finding:
    """Return the finding that a certificate proves."""
    return Finding(
        kind=certificate.kind,
        detector=certificate.detector,
        severity=certificate.severity,
        strength=certificate.strength,
        confidence=certificate.confidence,
        later_turn=certificate.later.turn,
        earlier_turn=certificate.earlier.turn,
        explanation=certificate.explanation,
        acknowledged=certificate.acknowledged,
        repeat_of=certificate.repeat_of,
        certificate_id=certificate.certificate_id,
    )


def _change(bench: Bench, claim: BoundClaim, status: ClaimStatus, by: BoundClaim) -> None:
    bench.changed[claim.key] = StatusChange(claim=claim.key, status=status, by=by.key)


def _repeat_of(earlier: BoundClaim, later: BoundClaim, draft: Draft) -> str:
    """Return the first certificate of the same conflict, when it was said before."""
    for key, certificate in draft.session.certified.get(earlier.key, ()):
        said = draft.session.graph.claims.get(key)
        if said is not None and says_the_same(said, later):
            return certificate
    return ""


def _vectors(earlier: BoundClaim, later: BoundClaim, draft: Draft) -> Vectors:
    """Return the rows that were compared: both sentences, relations and objects."""
    sentences = (draft.sentence_row(earlier), draft.sentence_row(later))
    names = {
        name
        for claim in (earlier, later)
        for name in (claim.claim.relation, claim.claim.object.label)
        if draft.label_row(name)
    }
    labels = tuple(sorted(names))
    return Vectors(
        dimensions=draft.annotation.vectors.dimensions,
        sentences=b"".join(sentences) if all(sentences) else b"",
        labels=labels,
        label_rows=b"".join(draft.label_row(label) for label in labels),
    )


def _sentence(kind: FindingKind, earlier: int | None, later: int) -> str:
    """Say in one sentence what happened; turns count from 1 there."""
    what = {
        FindingKind.REVISION: "changes what was said",
        FindingKind.WORLD_UPDATE: "tells of a change since what was said",
        FindingKind.USER_CONFLICT: "does not agree with what was said",
    }.get(kind, "differs from what was said")
    where = "" if earlier is None else f" in turn {earlier + 1}"
    return f"Turn {later + 1} {what}{where}."
