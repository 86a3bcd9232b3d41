"""Drift and topic shift where people or a construction labelled them, and how scores agree with people's."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from schemas.turn import Role
from skgeval.evaluation.detection import Scored
from skgeval.evaluation.figures import Rates, area_under_curve, mean, rates, spearman
from skgeval.evaluation.judged import Judged
from skgeval.evaluation.labelled import Example


class Topics(msgspec.Struct, frozen=True, kw_only=True):
    """Scores of assistant turns against labelled topic shifts.

    `assistant_consistency` and `assistant_relevance` are areas under the curve of the falling score against shifts that
    the assistant itself makes; `exchange_consistency` counts a shift of the user's prompt before it too (which a
    re-anchored session should not punish); `drift` rates the flag against the assistant's shifts, `opened_by_user` the
    recognition that the user opened a topic.
    """

    assistant_turns: int
    assistant_shifts: int
    user_shifts: int
    assistant_consistency: float | None
    assistant_relevance: float | None
    exchange_consistency: float | None
    drift: Rates
    opened_by_user: Rates


class Humans(msgspec.Struct, frozen=True, kw_only=True):
    """Spearman's rank correlation of our scores with people's; only raters who passed the quality check, no decoys."""

    conversations: int
    session_score: float | None
    quality: float | None
    relevance_with_topic: float | None
    consistency_with_consistent: float | None
    coherence_with_consistent: float | None


class _Shift(msgspec.Struct, frozen=True, kw_only=True):
    """One scored assistant turn: its scores, and who shifted the topic."""

    consistency: float | None
    relevance: float | None
    drift: bool
    opened: bool
    by_assistant: bool
    by_user: bool


def topic_shifts(scored: Sequence[Scored]) -> Topics | None:
    """Measure a set with labelled topic shifts; None for other sets."""
    turns = [turn for pair in scored for turn in _shifts(*pair)]
    if not turns:
        return None
    own = [turn.by_assistant for turn in turns]
    return Topics(
        assistant_turns=len(turns),
        assistant_shifts=sum(own),
        user_shifts=sum(turn.by_user for turn in turns),
        assistant_consistency=_falling([turn.consistency for turn in turns], own),
        assistant_relevance=_falling([turn.relevance for turn in turns], own),
        exchange_consistency=_falling(
            [turn.consistency for turn in turns], [turn.by_assistant or turn.by_user for turn in turns]
        ),
        drift=_flag([turn.drift for turn in turns], own),
        opened_by_user=_flag([turn.opened for turn in turns], [turn.by_user for turn in turns]),
    )


def human_agreement(scored: Sequence[Scored]) -> Humans | None:
    """Correlate session scores with people's; None for a set without."""
    rated = [
        (example, verdict)
        for example, verdict in scored
        if example.labels.human_score is not None and example.labels.worker_passed_qc and not example.labels.qc_model
    ]
    if not rated:
        return None
    labels = [example.labels for example, _ in rated]

    def component(name: str) -> list[float | None]:
        return [
            mean([value for turn in verdict.turns if (value := getattr(turn.scores, name)) is not None])
            for _, verdict in rated
        ]

    overall = [label.human_score for label in labels]
    consistent = [label.human_consistent for label in labels]
    return Humans(
        conversations=len(rated),
        session_score=_correlation([verdict.session_score for _, verdict in rated], overall),
        quality=_correlation(component("quality"), overall),
        relevance_with_topic=_correlation(component("relevance"), [label.human_topic for label in labels]),
        consistency_with_consistent=_correlation(component("consistency"), consistent),
        coherence_with_consistent=_correlation(component("coherence"), consistent),
    )


def _shifts(example: Example, verdict: Judged) -> list[_Shift]:
    """Pair each scored assistant turn with who shifted the topic at it or in the prompt before it."""
    shifts = example.labels.topic_shift_turns
    if shifts is None:
        return []
    found = []
    for turn in verdict.turns:
        before = turn.turn - 1
        asked = before >= 0 and example.turns[before].role is Role.USER
        found.append(
            _Shift(
                consistency=turn.scores.consistency,
                relevance=turn.scores.relevance,
                drift=turn.scores.drift,
                opened=turn.scores.components.topic_opened_by_user,
                by_assistant=turn.turn in shifts,
                by_user=asked and before in shifts,
            )
        )
    return found


def _falling(scores: Sequence[float | None], labels: Sequence[bool]) -> float | None:
    """Return the area under the curve of the falling score, turns without one left out."""
    known = [(-score, label) for score, label in zip(scores, labels, strict=True) if score is not None]
    return area_under_curve([score for score, _ in known], [label for _, label in known])


def _flag(flags: Sequence[bool], labels: Sequence[bool]) -> Rates:
    pairs = list(zip(flags, labels, strict=True))
    return rates(
        positives=sum(labels),
        negatives=len(labels) - sum(labels),
        hits=sum(flag and label for flag, label in pairs),
        false_alarms=sum(flag and not label for flag, label in pairs),
    )


def _correlation(ours: Sequence[float | None], theirs: Sequence[float | None]) -> float | None:
    """Correlate what both have; a score that was not assessed is left out, never taken as 0."""
    known = [(our, their) for our, their in zip(ours, theirs, strict=True) if our is not None and their is not None]
    return spearman([our for our, _ in known], [their for _, their in known])
