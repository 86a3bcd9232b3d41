"""Rules of Prometheus and routes of Alertmanager at another speed: a day within minutes, for tests and rehearsals.

A day of traffic with a bad release at noon takes half an hour when traffic and rules run 48 times as fast. Names of
recording rules keep their "5m" and "1d", and so do sentences for people: only what Prometheus measures by changes.
"""

from __future__ import annotations

import re

from alerts.errors import RuleSpeedError

_MILLISECONDS = {
    "y": 31_536_000_000,
    "w": 604_800_000,
    "d": 86_400_000,
    "h": 3_600_000,
    "m": 60_000,
    "s": 1_000,
    "ms": 1,
}
_DURATION = r"(?:\d+(?:ms|[smhdwy]))+"
_PART = re.compile(r"(\d+)(ms|[smhdwy])")
_KEYS = ("for", "keep_firing_for", "interval", "query_offset", "group_wait", "group_interval", "repeat_interval")
_PLACES = re.compile(
    rf"(?P<range>\[{_DURATION}(?::(?:{_DURATION})?)?\])"  # [5m], [1d:5m], [1d:]
    rf"|(?P<offset>\boffset\s+-?{_DURATION})"
    rf"|(?P<key>^\s*(?:-\s+)?(?:{'|'.join(_KEYS)}):\s*{_DURATION}\s*$)",
    re.MULTILINE,
)


def shortened(text: str, factor: float) -> str:
    """Return a rule file, or Alertmanager's configuration, with every duration divided by `factor`.

    Ranges and steps of subqueries, offsets, `for`, `keep_firing_for`, `interval` and the waits of a route change, to
    the millisecond and at least one; 0 stays 0. Scrape and evaluation intervals are Prometheus' own and have to be
    shortened beside it.

    >>> shortened("expr: rate(x:increase5m[5m] offset 1d)", 60)
    'expr: rate(x:increase5m[5000ms] offset 1440000ms)'

    Raises:
        RuleSpeedError: where `factor` is not above 0.

    """
    if not factor > 0:
        raise RuleSpeedError(factor=factor)

    def shorter(duration: re.Match[str]) -> str:
        whole = sum(int(number) * _MILLISECONDS[unit] for number, unit in _PART.findall(duration[0]))
        return f"{max(1, round(whole / factor))}ms" if whole else "0s"

    return _PLACES.sub(lambda place: re.sub(_DURATION, shorter, place[0]), text)
