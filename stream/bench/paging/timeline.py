"""When a spike was sent, judged, scraped, found by a rule and told: read afterwards from those who know.

The monitor's topic says when the first certificate was written, Prometheus keeps the time of every scrape and of every
evaluation of its alerts, the webhook notes when it was called. All are of one clock, that of this machine.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import msgspec

from schemas.codec import decode_json
from schemas.finding import Certificate
from schemas.topics import CERTIFICATES
from stream.bench.paging.programs import Monitoring, fetch
from stream.bench.paging.traffic import Release
from stream.bench.paging.webhook import Received
from stream.errors import BenchError
from stream.kafka.standing import standing
from stream.settings import Settings

_PAST = "1d"
"""How far Prometheus is asked back; it has not run longer."""
_MILLISECONDS = 1_000


class Timeline(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds since the epoch: a spike's first turn sent, judged and scraped, the rule firing, the page received."""

    alert: str
    sent: float
    judged: float
    scraped: float
    firing: float
    paged: float


def timeline(settings: Settings, monitoring: Monitoring, release: Release, sent: float, page: Received) -> Timeline:
    """Return what became of the first contradiction of a release, sent at a time, until its page."""
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
        sent=sent,
        judged=_first_certificate(settings, release),
        scraped=min(found)[0],
        firing=firing[alert],
        paged=page.at,
    )


def samples(monitoring: Monitoring, selector: str) -> list[tuple[float, float]]:
    """Return the time and value of every sample that Prometheus has of some series."""
    url = f"{monitoring.prometheus}/api/v1/query?{urlencode({'query': f'{selector}[{_PAST}]'})}"
    series: list[dict[str, Any]] = msgspec.json.decode(fetch(url))["data"]["result"]
    return [(float(at), float(value)) for one in series for at, value in one["values"]]


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
