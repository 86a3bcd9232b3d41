"""How often clean conversations raise an alarm, and whether a change of mind is taken for a contradiction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from schemas.finding import FindingKind
from skgeval.evaluation.detection import Scored
from skgeval.evaluation.figures import share
from skgeval.evaluation.judged import FAULTS, alarms
from skgeval.evaluation.labelled import Kind


class Alarms(msgspec.Struct, frozen=True, kw_only=True):
    """New contradictions and forgotten rules per 1,000 assistant turns, where none or few are expected.

    `by_detector` and `by_severity` count alarms, the latter also those at info, which are no alarms.
    """

    assistant_turns: int
    alarms: int
    per_thousand: float | None
    by_detector: dict[str, int]
    by_severity: dict[str, int]


class Revisions(msgspec.Struct, frozen=True, kw_only=True):
    """Revision errors: contradictions in dialogues in which values only change legitimately.

    `errors_after_revision` are those at or after the first labelled revision; `recognised` is the share of labelled
    revision turns at which a revision was found.
    """

    errors: int
    dialogues_with_errors: int
    errors_after_revision: int
    dialogues_with_revision: int
    revision_turns: int
    recognised: float | None


def alarm_rate(scored: Sequence[Scored]) -> Alarms | None:
    """Count alarms; None where contradictions are labelled (they are expected there) or the turns are mere pairs."""
    if any(example.labels.contradiction or example.kind is Kind.PAIR or example.expect for example, _ in scored):
        return None
    turns = sum(example.assistant_turns for example, _ in scored)
    found = [finding for _, verdict in scored for finding in alarms(verdict)]
    quiet = Counter(
        str(finding.severity)
        for _, verdict in scored
        for finding in verdict.findings
        if finding.kind in FAULTS and not finding.repeat_of
    )
    rate = share(1000 * len(found), turns)
    return Alarms(
        assistant_turns=turns,
        alarms=len(found),
        per_thousand=rate,
        by_detector=dict(sorted(Counter(str(finding.detector) for finding in found).items())),
        by_severity=dict(sorted(quiet.items())),
    )


def revision_errors(scored: Sequence[Scored]) -> Revisions | None:
    """Measure a set whose revisions are labelled and whose assistant never contradicts itself; None for other sets."""
    clean = [
        pair for pair in scored if pair[0].labels.legit_revision is not None and pair[0].labels.contradiction is False
    ]
    if not any(example.labels.revision_turns for example, _ in clean):
        return None
    errors = dialogues = after = turns = recognised = 0
    for example, verdict in clean:
        found = [finding for finding in alarms(verdict) if finding.kind is FindingKind.CONTRADICTION]
        revised = example.labels.revision_turns
        errors += len(found)
        dialogues += bool(found)
        after += sum(bool(revised) and finding.later_turn >= min(revised) for finding in found)
        seen = {finding.later_turn for finding in verdict.findings if finding.kind is FindingKind.REVISION}
        turns += len(revised)
        recognised += sum(turn in seen for turn in revised)
    return Revisions(
        errors=errors,
        dialogues_with_errors=dialogues,
        errors_after_revision=after,
        dialogues_with_revision=sum(bool(example.labels.revision_turns) for example, _ in clean),
        revision_turns=turns,
        recognised=share(recognised, turns),
    )
