"""All figures of an evaluation, set by set, and what went wrong in words."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from schemas.finding import Finding, FindingKind
from skgeval.evaluation.alarms import Alarms, Revisions, alarm_rate, revision_errors
from skgeval.evaluation.calibration import Calibration
from skgeval.evaluation.cases import Cases, case_figures, failure_of
from skgeval.evaluation.detection import Detection, Scored, detection, flagged
from skgeval.evaluation.judged import Judged, alarms, faults
from skgeval.evaluation.labelled import DataSet, Example
from skgeval.evaluation.topics import Humans, Topics, human_agreement, topic_shifts
from skgeval.policy import Profile


class SetReport(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The figures of one set; a measure that its labels do not allow is None."""

    name: str
    profile: Profile
    conversations: int
    turns: int
    extraction_failures: int = 0
    crashes: int = 0
    first_crash: str = ""
    cases: Cases | None = None
    detection: Detection | None = None
    alarms: Alarms | None = None
    revisions: Revisions | None = None
    topics: Topics | None = None
    humans: Humans | None = None


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of every set, and the digests of what produced them."""

    sets: tuple[SetReport, ...]
    calibration: tuple[Calibration, ...]
    digests: dict[str, str]


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """One example that was judged wrongly: what was expected and every finding there was."""

    set: str
    id: str
    about: str
    expected: str
    found: tuple[Finding, ...]
    statements: tuple[str, ...]


def measure(data: DataSet, verdicts: Sequence[Judged]) -> SetReport:
    """Measure one set from the verdicts on its examples, in the same order."""
    scored = list(zip(data.examples, verdicts, strict=True))
    return SetReport(
        name=data.name,
        profile=data.profile,
        conversations=len(scored),
        turns=sum(len(example.turns) for example, _ in scored),
        extraction_failures=sum(verdict.failures for _, verdict in scored),
        crashes=sum(bool(verdict.crash) for _, verdict in scored),
        first_crash=next((f"{verdict.id}: {verdict.crash}" for _, verdict in scored if verdict.crash), ""),
        cases=case_figures(scored),
        detection=detection(scored),
        alarms=alarm_rate(scored),
        revisions=revision_errors(scored),
        topics=topic_shifts(scored),
        humans=human_agreement(scored),
    )


def failures(data: DataSet, verdicts: Sequence[Judged]) -> tuple[Failure, ...]:
    """Collect what is wrong in one set: cases, misses and false alarms."""
    scored = list(zip(data.examples, verdicts, strict=True))
    clean = alarm_rate(scored) is not None
    expected = [(pair, _expected(pair, clean=clean)) for pair in scored]
    return tuple(_failure(data.name, pair, wanted) for pair, wanted in expected if wanted)


def _expected(pair: Scored, *, clean: bool) -> str:
    """Return what a wrongly judged example expected, "" for one that is right or has no label."""
    example, verdict = pair
    if verdict.crash:
        return f"no crash, but there was {verdict.crash}"
    if example.expect is not None:
        return failure_of(example, verdict)
    if clean:
        return "no alarm" if alarms(verdict) else ""
    found = flagged(example, verdict)
    if example.labels.contradiction is True and not found:
        return "contradiction"
    if example.labels.contradiction is False and found:
        return "no contradiction"
    return ""


def _failure(name: str, pair: Scored, expected: str) -> Failure:
    example, verdict = pair
    kinds = (FindingKind.DRIFT,) if example.expect is None else ()
    return Failure(
        set=name,
        id=example.id,
        about=example.about or example.labels.category,
        expected=expected,
        found=tuple(finding for finding in verdict.findings if finding.kind not in kinds),
        statements=_statements(example, verdict),
    )


def _statements(example: Example, verdict: Judged) -> tuple[str, ...]:
    """Quote the turns that the label and the faults speak of, a line each, so that a reader need not look them up."""
    turns = {example.labels.contradiction_turn, *(example.labels.evidence_turns or ())}
    if example.expect is not None:
        turns |= {example.expect.claim_turn, example.expect.evidence_turn}
    for finding in faults(verdict):
        turns |= {finding.earlier_turn, finding.later_turn}
    known = sorted(turn for turn in turns if turn is not None and 0 <= turn < len(example.turns))
    return tuple(f"[{turn}] {example.turns[turn].role}: {example.turns[turn].text}" for turn in known)
