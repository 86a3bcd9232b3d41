"""The scores of one assistant turn, and where the session stands after it (METHOD.md, sections 4, 5, 8 and 10)."""

from __future__ import annotations

import msgspec

from schemas.annotation import Annotation
from schemas.record import Components, NewEntity, Scores, TrendSums
from schemas.turn import Role
from skgeval.judgement.consistency import consistency, is_drift
from skgeval.judgement.draft import Draft
from skgeval.judgement.fusion import both_short, fuse, passed, regime
from skgeval.judgement.relevance import relevance
from skgeval.judgement.session import Session
from skgeval.judgement.trend import advance, read_trend
from skgeval.policy import Policy

EXTRACTION_FAILED = "extraction_failed"
LANGUAGE_NOT_SERVED = "language_not_served"
EMPTY = "empty"


def score(draft: Draft, entities: tuple[NewEntity, ...], strongest: float) -> Scores | None:
    """Return the scores of an assistant turn, whose strongest conflict is `strongest`; None for any other turn."""
    response, prompt, policy = draft.annotation, draft.session.prompts.side(), draft.policy
    if response.role is not Role.ASSISTANT:
        return None
    speaks_to = relevance(response, prompt, policy)
    stays = consistency(
        entities,
        anything_earlier=bool(draft.session.graph.entities),
        response_row=response.vectors.turn,
        anchor_row=draft.session.prompts.anchor,
        policy=policy,
    )
    claims_failed = _unread(response)
    stays_value = None if claims_failed or not response.served else stays.value
    coherence = None if claims_failed else 1.0 - strongest
    prompt_words = prompt.words if prompt is not None else 0
    short = both_short(response.words, prompt_words, policy)
    weights = regime(response.words, prompt_words, policy)
    quality = fuse(speaks_to.value, stays_value, coherence, weights, both_short=short, policy=policy)
    opened = draft.session.prompts.open
    by_user = opened is not None and opened.opens_topic
    return Scores(
        relevance=speaks_to.value,
        consistency=stays_value,
        coherence=coherence,
        quality=quality,
        drift=is_drift(speaks_to.value, stays_value, both_short=short, topic_opened_by_user=by_user, policy=policy),
        passed=passed(quality, speaks_to.value, policy),
        regime=weights,
        components=Components(
            prompt_cosine=speaks_to.prompt_cosine,
            reference_cosine=speaks_to.reference_cosine,
            graph_consistency=stays.graph,
            first_cosine=stays.first_cosine,
            strongest_conflict=strongest or None,
            expected_answer=speaks_to.expected_answer,
            topic_opened_by_user=by_user,
        ),
        reasons=tuple(dict.fromkeys(reason for reason in (speaks_to.reason, stays.reason, claims_failed) if reason)),
    )


def with_trend(
    session: Session, annotation: Annotation, scores: Scores | None, policy: Policy
) -> tuple[Scores | None, TrendSums | None]:
    """Return the scores with the session's figures after this turn, and the sums that the next turn goes on from."""
    if scores is None:
        return None, None
    name = (annotation.assistant, annotation.assistant_version)
    sums = session.trends.get(name, TrendSums(assistant=name[0], assistant_version=name[1]))
    if scores.quality is not None:
        sums = advance(sums, scores.quality, policy)
    trend = read_trend(sums, policy)
    figures = msgspec.structs.replace(
        scores,
        session_score=trend.score,
        level=trend.level,
        slope=trend.slope,
        label=trend.label,
        recent_slope=trend.recent_slope,
        recent_error=trend.recent_error,
        degrading=trend.degrading,
    )
    return figures, sums


def _unread(response: Annotation) -> str:
    """Return why there are no claims to go by, or ""."""
    if response.failure:
        return EXTRACTION_FAILED
    if not response.served and not response.claims_served:
        return LANGUAGE_NOT_SERVED
    return "" if response.text.strip() else EMPTY
