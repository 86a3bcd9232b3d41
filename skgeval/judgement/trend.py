"""Where a session is heading: level, slope and label from running sums in O(1) per turn (METHOD.md, section 10).

Both fits are weighted least squares of quality on position, kept as sums, so that a turn costs the same whatever came
before it. Session fit: with u = i - 1/2, the weight of turn i is u^2 and its position u/n. The position changes with n,
but u does not, so the sums run over u and the slope is multiplied by n at the end. Sum w^2 = sum u^4 = sum w u^2, which
is one of the six sums already. Recent fit: weights decay by a factor per turn and positions are ages, which all grow by
one per turn; shifting the sums does both.
"""

from __future__ import annotations

import math

import msgspec

from schemas.record import Label, TrendSums
from skgeval.policy import Policy

EMPTY_SESSION = (0.0,) * 6
EMPTY_RECENT = (0.0,) * 7


class Fit(msgspec.Struct, frozen=True, kw_only=True):
    """A weighted straight line: mean quality, slope in the unit of its positions, and the slope's standard error.

    `slope` and `error` are None with fewer turns than a line (or its error) needs.
    """

    level: float
    slope: float | None
    error: float | None


class Trend(msgspec.Struct, frozen=True, kw_only=True):
    """The session's figures after a turn; None and STABLE before there is enough to say."""

    score: float | None = None
    level: float | None = None
    slope: float | None = None
    label: Label | None = None
    recent_slope: float | None = None
    recent_error: float | None = None
    degrading: bool = False


def advance(sums: TrendSums, quality: float, policy: Policy) -> TrendSums:
    """Return the sums after one more scored turn."""
    count = sums.count + 1
    return TrendSums(
        assistant=sums.assistant,
        assistant_version=sums.assistant_version,
        count=count,
        session=_advance_session(sums.session or EMPTY_SESSION, count - 0.5, quality),
        recent=_advance_recent(sums.recent or EMPTY_RECENT, math.exp(-policy.recent_decay), quality),
    )


def read_trend(sums: TrendSums, policy: Policy) -> Trend:
    """Return score, level, slope and label of the session, and its recent trend."""
    if sums.count == 0:
        return Trend()
    session = _session_fit(sums)
    recent = _recent_fit(sums)
    return Trend(
        score=min(1.0, max(0.0, session.level + policy.slope_weight * (session.slope or 0.0))),
        level=session.level,
        slope=session.slope,
        label=_label(session, sums.count, policy),
        recent_slope=recent.slope,
        recent_error=recent.error,
        degrading=_is_degrading(recent, sums.count, policy),
    )


def _advance_session(sums: tuple[float, ...], u: float, quality: float) -> tuple[float, ...]:
    w = u * u
    added = (w, w * u, w * u * u, w * quality, w * u * quality, w * quality * quality)
    return tuple(total + term for total, term in zip(sums, added, strict=True))


def _advance_recent(sums: tuple[float, ...], decay: float, quality: float) -> tuple[float, ...]:
    w, wa, waa, wq, waq, wqq, ww = sums
    return (
        decay * w + 1.0,
        decay * (wa + w),
        decay * (waa + 2.0 * wa + w),
        decay * wq + quality,
        decay * (waq + wq),
        decay * wqq + quality * quality,
        decay * decay * ww + 1.0,
    )


def _session_fit(sums: TrendSums) -> Fit:
    fit = _fit(sums.session, ww=sums.session[2])
    return Fit(
        level=fit.level,
        slope=None if fit.slope is None else fit.slope * sums.count,
        error=None if fit.error is None else fit.error * sums.count,
    )


def _recent_fit(sums: TrendSums) -> Fit:
    fit = _fit(sums.recent[:6], ww=sums.recent[6])
    return Fit(level=fit.level, slope=None if fit.slope is None else -fit.slope, error=fit.error)


def _fit(sums: tuple[float, ...], *, ww: float) -> Fit:
    """Fit q on x; the error is that of weighted residuals with (sum w)^2 / sum w^2 effective observations."""
    w, wx, wxx, wq, wxq, wqq = sums
    level, centre = wq / w, wx / w
    spread = wxx / w - centre * centre
    if not spread > 0:
        return Fit(level=level, slope=None, error=None)
    slope = (wxq / w - centre * level) / spread
    effective = w * w / ww
    if not effective > 2:  # noqa: PLR2004 - a line uses up two observations
        return Fit(level=level, slope=slope, error=None)
    residual = max(0.0, wqq / w - level * level - slope * slope * spread)
    return Fit(level=level, slope=slope, error=math.sqrt(residual / (spread * (effective - 2.0))))


def _label(fit: Fit, count: int, policy: Policy) -> Label:
    if count < policy.trend_turns or fit.slope is None or fit.error is None:
        return Label.STABLE
    if abs(fit.slope) < policy.slope_label or abs(fit.slope) < policy.slope_errors * fit.error:
        return Label.STABLE
    return Label.DEGRADING if fit.slope < 0 else Label.IMPROVING


def _is_degrading(recent: Fit, count: int, policy: Policy) -> bool:
    """Whether the recent trend falls, by size and by two standard errors."""
    if count < policy.trend_turns or recent.slope is None or recent.error is None:
        return False
    return -recent.slope >= -policy.recent_slope and -recent.slope >= policy.slope_errors * recent.error
