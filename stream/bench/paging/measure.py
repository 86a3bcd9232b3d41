"""The figures of `skg bench paging`: from the turn that starts a spike to the webhook, with the rules as deployed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

import msgspec

from stream.bench.broker.own import installation
from stream.bench.broker.worker import worker
from stream.bench.paging.configured import Pace
from stream.bench.paging.programs import Monitoring, monitoring
from stream.bench.paging.timeline import Timeline, timeline
from stream.bench.paging.traffic import Release, Traffic
from stream.bench.paging.waiting import let_pass, wait_for
from stream.bench.paging.webhook import Received, Webhook
from stream.errors import BenchError
from stream.settings import Settings

SERVICE = "worker"
_PATIENCE_S = 900.0


class Material(msgspec.Struct, frozen=True, kw_only=True):
    """What is measured: intervals of scrapes and evaluations in seconds, replies a second, and the spike.

    Windows and waits are divided by `faster`; figures for people leave it at 1.
    """

    intervals: Sequence[float] = (1.0, 15.0)
    replies_per_second: float = 5.0
    contradicting: float = 0.25
    calm_seconds: float = 120.0
    faster: float = 1.0
    assistant: str = "shop-assistant"
    calm_version: str = "2.4.0"
    bad_version: str = "2.5.0"


class TimeToPage(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds from the first contradicting turn until each step; `contradictions` were sent until the rule fired.

    `enough` is that of `Timeline`.
    """

    alert: str
    judged: float
    scraped: float
    enough: float | None
    firing: float
    paged: float
    contradictions: int


class PagingFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The time to a page by the interval of scrapes and evaluations, at one share of contradicting answers."""

    replies_per_second: float
    contradicting: float
    calm_seconds: float
    by_interval: Mapping[float, TimeToPage]


def measure(settings: Settings, folder: Path, material: Material, advance: Callable[[str], None]) -> PagingFigures:
    """Let one spike be seen by one pair of Prometheus and Alertmanager for each interval, at the same time.

    `advance` hears the name of each step before it starts. Raises BenchError when a calm stream pages, or a spike does
    not.
    """
    calm = Release(assistant=material.assistant, version=material.calm_version)
    bad = Release(assistant=material.assistant, version=material.bad_version, contradicting=material.contradicting)
    with ExitStack() as stack:
        own = stack.enter_context(installation(settings))
        advance("the worker")
        running = stack.enter_context(worker(own, folder / "worker", "all"))
        running.wait_ready()
        watchers: dict[float, tuple[Monitoring, Webhook]] = {}
        for interval in material.intervals:
            webhook = stack.enter_context(Webhook())
            pace = Pace(interval_seconds=interval, faster=material.faster)
            around = monitoring(folder / f"interval-{interval:g}", {SERVICE: running.address}, webhook.url, pace)
            watchers[interval] = (stack.enter_context(around), webhook)
        traffic = stack.enter_context(Traffic(own, (calm,), material.replies_per_second))
        advance(f"{material.calm_seconds:.0f} calm seconds")
        let_pass(traffic, material.calm_seconds)
        for _, webhook in watchers.values():
            _refuse_calm_pages(webhook)
        traffic.release(bad)
        found = {}
        for interval, (watcher, webhook) in watchers.items():
            advance(f"the page at intervals of {interval:g} s")
            page = wait_for(lambda hook=webhook: page_about(hook, bad), traffic, _PATIENCE_S, "the page")  # type: ignore[misc]
            slips = traffic.slips(bad)
            found[interval] = _figures(timeline(own, watcher, bad, slips, page), [slip.at for slip in slips])
    return PagingFigures(
        replies_per_second=material.replies_per_second,
        contradicting=material.contradicting,
        calm_seconds=material.calm_seconds,
        by_interval=found,
    )


def page_about(webhook: Webhook, release: Release) -> Received | None:
    """Return the first notification that says that something is wrong with a release."""
    about = (one for one in webhook.received if one.firing and one.about(release.assistant, release.version))
    return next(about, None)


def _figures(seen: Timeline, sent: Sequence[float]) -> TimeToPage:
    return TimeToPage(
        alert=seen.alert,
        judged=seen.judged - seen.sent,
        scraped=seen.scraped - seen.sent,
        enough=None if seen.enough is None else seen.enough - seen.sent,
        firing=seen.firing - seen.sent,
        paged=seen.paged - seen.sent,
        contradictions=sum(at <= seen.firing for at in sent),
    )


def _refuse_calm_pages(webhook: Webhook) -> None:
    if paged := [one.notification.common_labels for one in webhook.received if one.firing]:
        raise BenchError(step="a calm stream paged", said=str(paged))
