"""`skg bench paging --day`: a day with a bad release at noon and a rollback at one, live, with every real program."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from stream.bench.broker.own import installation
from stream.bench.broker.worker import BenchWorker, worker
from stream.bench.paging.day import Clock, Day, shown
from stream.bench.paging.drop import Span, drop
from stream.bench.paging.evidence import COMMAND, run_evidence
from stream.bench.paging.measure import SERVICE, page_about
from stream.bench.paging.programs import Monitoring, monitoring
from stream.bench.paging.timeline import samples, timeline
from stream.bench.paging.traffic import Traffic
from stream.bench.paging.webhook import Received, Webhook
from stream.settings import Settings

_LOOK_S = 0.2
_LEAST_IDLE_S = 30.0
_JUDGED_S = 1.0
"""Within this a turn has been judged, and waits to be scraped."""
_BEHIND = "this machine did not keep up (SkgBehind), which holds pages about assistants back: try it with less to do"
_SHOWN = ("summary", "description", "detectors", COMMAND, "runbook_url")

Tell = Callable[[str], None]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a day came to; `problems` says in sentences what was not as it should be.

    `to_page` are seconds here, not of the day, from the first contradiction of the bad release to its page;
    `to_resolved` from the rollback to the word that it is over.
    """

    replies: int
    contradictions: int
    pages: int
    to_page: float | None
    to_resolved: float | None
    evidence_lines: int
    problems: tuple[str, ...]


def rehearse(settings: Settings, folder: Path, day: Day, tell: Tell) -> Outcome:
    """Play a day and tell what happens when; raises BenchError when a program does not start, BrokerError."""
    quick = msgspec.structs.replace(
        settings, session_idle_seconds=max(_LEAST_IDLE_S, settings.session_idle_seconds / day.faster)
    )
    with installation(quick) as own, worker(own, folder / "worker", "all") as running, Webhook() as webhook:
        running.wait_ready()
        services = {SERVICE: running.address}
        with (
            monitoring(folder, services, webhook.url, day.pace) as watcher,
            Traffic(own, day.in_force(), day.rate(day.begin)) as traffic,
        ):
            tell(
                f"Prometheus {watcher.prometheus}, Alertmanager {watcher.alertmanager}, metrics {running.address}; "
                f"an hour takes {day.seconds / (day.end - day.begin):.0f} s, windows and waits a {day.faster:.0f}th of "
                "what they are"
            )
            play = _Play(day, running, webhook, traffic, tell)
            outcome = play.run()
            behind = samples(watcher, 'ALERTS{alertname="SkgBehind",alertstate="firing"}')
            problems = (*([_BEHIND] if behind else ()), *outcome.problems, *play.look(watcher))
            return msgspec.structs.replace(outcome, problems=problems)


class _Play:
    """One day as it goes on."""

    def __init__(self, day: Day, running: BenchWorker, webhook: Webhook, traffic: Traffic, tell: Tell) -> None:
        self._day = day
        self._running = running
        self._webhook = webhook
        self._traffic = traffic
        self._tell = tell
        self._clock = Clock(day)
        self._told = 0
        self._evidence_lines = 0
        self._rolled_back = 0.0

    def run(self) -> Outcome:
        self._say(", ".join(f"{release.assistant} {release.version}" for release in self._day.in_force()))
        while (hour := self._clock.hour()) < self._day.end:
            self._traffic.check()
            self._traffic.pace(self._day.rate(hour))
            for change in self._clock.due():
                self._traffic.release(change.release)
                if change.hour == self._day.rolled_back:
                    self._rolled_back = time.time()
                self._say(change.words)
            for received in self._webhook.received[self._told :]:
                self._told += 1
                self._take(received)
            time.sleep(_LOOK_S)
        return self._outcome()

    def look(self, watcher: Monitoring) -> list[str]:
        """Tell what the dashboard shows of the bad release, and return what is wrong with that."""
        day = self._day
        if not day.begin < day.released < day.end:
            return []
        hours = (max(day.begin, day.released - 1.0), day.released, min(day.rolled_back, day.end))
        begin, changed, end = map(self._clock.at, hours)
        good, bad = Span(release=day.good, begin=begin, end=changed), Span(release=day.bad, begin=changed, end=end)
        problems = self._look_at_times(watcher)
        seen = drop(watcher, day.pace, good, bad)
        self._tell(
            f"the dashboard shows quality {seen.quality[0]:.2f} with {day.good.version} and {seen.quality[1]:.2f} with"
            f" {day.bad.version}, contradictions per 1,000 turns {seen.contradictions[0]:.0f} and"
            f" {seen.contradictions[1]:.0f}, and marks {day.bad.version} at"
            f" {', '.join(shown(self._clock.hour(at)) for at in seen.marked) or 'no time'}"
        )
        return problems if seen.shows else [*problems, "the dashboard does not show what the bad release did"]

    def _look_at_times(self, watcher: Monitoring) -> list[str]:
        """Tell how long the rule took once there was enough to fire for: a scrape and an evaluation."""
        bad, interval = self._day.bad, self._day.pace.interval_seconds
        page = page_about(self._webhook, bad)
        if page is None:
            return []
        times = timeline(self._running.settings, watcher, bad, self._traffic.slips(bad), page)
        if times.enough is None:
            return []
        took = times.firing - times.enough
        self._tell(
            f"the rule fired {took:.1f} s after the turn that made more contradictions than chance explains;"
            f" scrapes and evaluations come every {interval:g} s"
        )
        late = took > 2.0 * interval + _JUDGED_S
        return ["the rule took longer than two intervals"] if late else []

    def _take(self, received: Received) -> None:
        notification = received.notification
        who = " ".join(notification.group_labels.values())
        words = "PAGE" if received.firing else "RESOLVED"
        self._say(f"{words} {who} ({notification.receiver})", received.at)
        if not received.firing:
            return
        for alert in notification.alerts:
            self._tell(f"       {alert.labels['alertname']}, {alert.labels['severity']}")
            for name in _SHOWN:
                if name in alert.annotations:
                    self._tell(f"         {name}: {alert.annotations[name]}")
        if command := notification.alerts[0].annotations.get(COMMAND):
            lines = run_evidence(command, self._running.settings).output.splitlines()
            self._evidence_lines = max(self._evidence_lines, len(lines))
            self._say(f"$ {command}")
            for line in lines[:4]:
                self._tell(f"         {line}")
            self._tell(f"         … {len(lines)} lines")

    def _outcome(self) -> Outcome:
        bad, received = self._day.bad, self._webhook.received
        pages = [one for one in received if one.firing]
        right = [one for one in pages if one.about(bad.assistant, bad.version)]
        slips = self._traffic.slips(bad)
        ends = [one.at for one in received if not one.firing and one.about(bad.assistant, bad.version)]
        replies = self._traffic.replies()
        return Outcome(
            replies=sum(replies.values()),
            contradictions=len(slips),
            pages=len(pages),
            to_page=right[0].at - slips[0].at if right and slips else None,
            to_resolved=ends[-1] - self._rolled_back if ends and self._rolled_back else None,
            evidence_lines=self._evidence_lines,
            problems=tuple(self._problems(pages, right, ends)),
        )

    def _problems(self, pages: list[Received], right: list[Received], ends: list[float]) -> list[str]:
        found = [
            f"paged for {one.notification.group_labels}, where nothing was wrong" for one in pages if one not in right
        ]
        if len(right) != 1:
            found.append(f"the bad release was paged {len(right)} times")
        if right and not self._evidence_lines:
            found.append("the page's command showed nothing")
        if right and (not ends or ends[-1] < max(self._rolled_back, right[-1].at)):
            found.append("the page was not resolved after the rollback")
        return found

    def _say(self, words: str, at: float | None = None) -> None:
        self._tell(f"{shown(self._clock.hour(at))}  {words}")
