"""When a spike was sent, judged, scraped, found by a rule and told: read afterwards from those who know.

The monitor's topic says when the first certificate was written, Prometheus keeps the time of every scrape and of every
evaluation of its alerts, the webhook notes when it was called. All are of one clock, that of this machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, sqrt

import msgspec

from schemas.codec import decode_json
from schemas.finding import Certificate
from schemas.topics import CERTIFICATES
from stream.bench.paging.programs import Monitoring
from stream.bench.paging.traffic import Release, Slip
from stream.bench.paging.webhook import Received
from stream.errors import BenchError
from stream.kafka.standing import standing
from stream.settings import Settings

_PAST = "1d"
"""How far Prometheus is asked back; it has not run longer."""
_MILLISECONDS = 1_000
_SPIKE = "SkgContradictionSpike"


class Timeline(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds since the epoch: a spike's first turn sent, judged and scraped, the rule firing, the page received.

    `enough` is when that turn was sent with which there were more contradictions than the rule puts down to chance: a
    scrape and an evaluation later it fires. None where the page came of another rule.
    """

    alert: str
    sent: float
    enough: float | None
    judged: float
    scraped: float
    firing: float
    paged: float


def timeline(
    settings: Settings, monitoring: Monitoring, release: Release, slips: Sequence[Slip], page: Received
) -> Timeline:
    """Return what became of the contradictions of a release, which `slips` are, until its page."""
    who = f'assistant="{release.assistant}",assistant_version="{release.version}"'
    firing = {
        name: min(seen)[0]
        for name in sorted({alert.labels["alertname"] for alert in page.notification.alerts})
        if (seen := samples(monitoring, f'ALERTS{{alertname="{name}",alertstate="firing",{who}}}'))
    }
    found = [seen for seen in samples(monitoring, f'skg_findings_total{{kind="contradiction",{who}}}') if seen[1]]
    if not firing or not found:
        raise BenchError(step="Prometheus does not know of the page", said=page.notification.group_key)
    alert = min(firing, key=lambda name: (firing[name], name))
    return Timeline(
        alert=alert,
        sent=slips[0].at,
        enough=_enough(monitoring, who, slips, firing[alert]) if alert == _SPIKE else None,
        judged=_first_certificate(settings, release),
        scraped=min(found)[0],
        firing=firing[alert],
        paged=page.at,
    )


def samples(monitoring: Monitoring, selector: str) -> list[tuple[float, float]]:
    """Return the time and value of every sample that Prometheus has of some series."""
    series = monitoring.asked("query", query=f"{selector}[{_PAST}]")
    return [(float(at), float(value)) for one in series for at, value in one["values"]]


def _enough(monitoring: Monitoring, who: str, slips: Sequence[Slip], firing: float) -> float:
    """Return when so many had been sent as the rule asked for when it fired (deploy/prometheus/rules)."""
    _, expected = max(one for one in samples(monitoring, f"skg:contradictions:expected5m{{{who}}}") if one[0] <= firing)
    needed = floor(expected + 6.0 * sqrt(expected) + 6.0) + 1
    sent = [slip.at for slip in slips if slip.at <= firing]
    return sent[min(needed, len(sent)) - 1]


def _first_certificate(settings: Settings, release: Release) -> float:
    """Return when the first certificate about a release was written to the topic."""
    written: list[float] = [
        message.timestamp / _MILLISECONDS
        for message in standing(settings, CERTIFICATES)
        if _about(decode_json(message.value, Certificate), release)
    ]
    if not written:
        raise BenchError(step="there is no certificate about the release", said=release.version)
    return min(written)


def _about(certificate: Certificate, release: Release) -> bool:
    return (certificate.assistant, certificate.assistant_version) == (release.assistant, release.version)
