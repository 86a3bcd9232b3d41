"""Quality from relevance, consistency and coherence (METHOD.md, section 8)."""

from __future__ import annotations

from schemas.record import Regime
from skgeval.policy import Policy


def regime(response_words: int, prompt_words: int, policy: Policy) -> Regime:
    """Return which weights a turn is scored with."""
    if response_words < policy.short_words:
        return Regime.SHORT
    if prompt_words < policy.question_words:
        return Regime.QUESTION
    return Regime.GENERAL


def both_short(response_words: int, prompt_words: int, policy: Policy) -> bool:
    """Whether prompt and response are so short that low similarity says nothing."""
    return response_words < policy.short_words and prompt_words < policy.short_words


def below(value: float | None, limit: float) -> bool:
    """Compare a component that may be null: null is below nothing (METHOD.md, section 4)."""
    return value is not None and value < limit


def fuse(  # noqa: PLR0913 - the three components and what weighs them are the method's own signature
    relevance: float | None,
    consistency: float | None,
    coherence: float | None,
    regime: Regime,
    *,
    both_short: bool,
    policy: Policy,
) -> float | None:
    """Return quality 0..1, or None when every component is null."""
    components = zip((relevance, consistency, coherence), weights(regime, policy), strict=True)
    assessed = [(value, weight) for value, weight in components if value is not None]
    total = sum(weight for _, weight in assessed)
    if not total > 0:
        return None
    quality = sum(value * weight for value, weight in assessed) / total
    if below(coherence, policy.incoherent):
        quality = min(quality, policy.incoherent_cap)
    if both_short or not below(consistency, policy.drift_consistency):
        return quality
    if below(relevance, policy.weak_relevance):
        quality *= policy.weak_factor
    if below(relevance, policy.drift_relevance):
        quality *= policy.drift_factor
    return quality


def weights(regime: Regime, policy: Policy) -> tuple[float, float, float]:
    """Return the weights of relevance, consistency and coherence."""
    match regime:
        case Regime.SHORT:
            return policy.weights_short
        case Regime.QUESTION:
            return policy.weights_question
        case Regime.GENERAL:
            return policy.weights_general


def passed(quality: float | None, relevance: float | None, policy: Policy) -> bool | None:
    """Whether a turn passes on the components it has; None when quality was not assessed."""
    if quality is None:
        return None
    return quality >= policy.pass_quality and not below(relevance, policy.pass_relevance)
