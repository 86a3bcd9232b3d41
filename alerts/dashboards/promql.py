"""The PromQL that several panels share, so that a word means the same on every dashboard.

A rate is always one per judged turn: a turn of the assistant that was recorded and did not fail. Turns that are sent
again move none of these metrics.
"""

from __future__ import annotations

JUDGED = 'role="assistant",outcome=~"scored|not_scored"'
CONTRADICTIONS = 'kind="contradiction",severity="page"'
BROKEN_RULES = 'kind="forgotten",severity="page"'
"""What counts toward a page, as in the rules of Prometheus; softer findings are shown by detector only."""


def increase(metric: str, window: str, by: str, *matchers: str) -> str:
    """Return by how much a counter has grown within a window, for each value of some labels."""
    return f"sum{_by(by)} (increase({selected(metric, *matchers)}[{window}]))"


def events(metric: str, window: str, by: str, *matchers: str) -> str:
    """Return `increase` for a counter whose series begin with their first event, which `increase()` alone passes over.

    A series that was not there at the window's beginning has counted within the window all that it has counted.
    """
    series = selected(metric, *matchers)
    return f"sum{_by(by)} (({series} unless {series} offset {window}) or increase({series}[{window}]))"


def rate(metric: str, window: str, by: str, *matchers: str) -> str:
    """Return how much a counter grows each second, for each value of some labels."""
    return f"sum{_by(by)} (rate({selected(metric, *matchers)}[{window}]))"


def total(metric: str, by: str, *matchers: str) -> str:
    """Return the sum of a gauge over what is scraped, for each value of some labels."""
    return f"sum{_by(by)} ({selected(metric, *matchers)})"


def highest(metric: str, by: str, *matchers: str) -> str:
    """Return the highest value of a gauge over what is scraped, for each value of some labels."""
    return f"max{_by(by)} ({selected(metric, *matchers)})"


def judged(window: str, by: str, *matchers: str) -> str:
    """Return how many turns were judged within a window, for each value of some labels."""
    return increase("skg_turns_total", window, by, *matchers, JUDGED)


def found(kind: str, window: str, by: str, *matchers: str) -> str:
    """Return findings of a kind (`CONTRADICTIONS`, `BROKEN_RULES`) for each thousand judged turns of a window.

    Nothing where there was no turn, which is not the same as no finding.
    """
    findings = increase("skg_findings_total", window, by, *matchers, kind)
    return f"1000 * {findings} / ({judged(window, by, *matchers)} > 0)"


def degrading(by: str, *matchers: str) -> str:
    """Return the share of live conversations whose recent trend falls; nothing where none is live."""
    live = total("skg_live_conversations", by, *matchers)
    return f"{total('skg_degrading_conversations', by, *matchers)} / ({live} > 0)"


def mean(histogram: str, window: str, by: str, *matchers: str) -> str:
    """Return the mean of what a histogram has seen within a window; nothing where it has seen nothing."""
    count = increase(f"{histogram}_count", window, by, *matchers)
    return f"{increase(f'{histogram}_sum', window, by, *matchers)} / ({count} > 0)"


def quantile(share: float, histogram: str, window: str, by: str, *matchers: str) -> str:
    """Return the value that a share of what a histogram has seen lies below."""
    grouped = f"{by}, le" if by else "le"
    return f"histogram_quantile({share}, {rate(f'{histogram}_bucket', window, grouped, *matchers)})"


def or_zero(expr: str) -> str:
    """Return 0 where an expression finds no series: for what counts events that may never have happened."""
    return f"{expr} or vector(0)"


def or_none(expr: str, label: str) -> str:
    """Return what an expression finds, or one series of zeros that says `none`."""
    return f'{expr} or on () label_replace(vector(0), "{label}", "none", "", "")'


def seen(expr: str, label: str) -> str:
    """Return what has happened, without the many series that stand at 0; `none` when nothing has."""
    return or_none(f"({expr} > 0)", label)


def selected(metric: str, *matchers: str) -> str:
    """Return a metric with label matchers.

    >>> selected("skg_turns_total", 'role="user"')
    'skg_turns_total{role="user"}'
    """
    return f"{metric}{{{','.join(matchers)}}}" if matchers else metric


def _by(labels: str) -> str:
    return f" by ({labels})" if labels else ""
