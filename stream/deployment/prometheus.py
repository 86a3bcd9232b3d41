"""Prometheus: what it scrapes, whether our rules are loaded and healthy, which fire, and whom it would tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

import msgspec

from alerts.alert_names import ALERTS, RECORDED
from stream.check import Check
from stream.deployment.clocks import clock
from stream.deployment.web import get, get_json
from stream.deployment.workers import Target, look_at_workers
from stream.errors import EndpointError
from stream.hiding import without_password
from stream.settings import Settings

T = TypeVar("T")
NAME = "prometheus"
START = "start it, or set SKG_PROMETHEUS_URL to http://HOST:9090 as this host reaches it"
_RULES = "rules"
_OK = 200
_FIRING = "firing"
_HEALTHY = "ok"
_RULE_COUNTS = {**ALERTS, **dict.fromkeys(RECORDED, 1)}
_LOAD = (
    "let rule_files of its configuration name the files of deploy/prometheus/rules of this release, once, and none of"
    " another release, and reload it"
)
_ON_EVERY_ALERT = {"alertname", "severity", "service", "about"}
_SHOWN = 5


class _Envelope(msgspec.Struct, Generic[T]):
    data: T


class _Build(msgspec.Struct):
    version: str = ""


class _Alert(msgspec.Struct):
    labels: dict[str, str]
    state: str


class _Rule(msgspec.Struct, rename="camel"):
    name: str
    health: str = ""
    last_error: str = ""
    alerts: list[_Alert] = []


class _Group(msgspec.Struct):
    rules: list[_Rule]


class _Groups(msgspec.Struct):
    groups: list[_Group]


class _Targets(msgspec.Struct, rename="camel"):
    active_targets: list[Target]


class _Alertmanager(msgspec.Struct):
    url: str


class _Alertmanagers(msgspec.Struct, rename="camel"):
    active_alertmanagers: list[_Alertmanager]


def look_at_prometheus(settings: Settings) -> Iterator[Check]:
    """Check everything that Prometheus can tell; raises EndpointError."""
    url = settings.prometheus_url
    ready = get(url, "/-/ready")
    if ready.status != _OK:
        raise EndpointError(url=without_password(url), problem=f"is not ready (/-/ready answers {ready.status})")
    build = get_json(url, "/api/v1/status/buildinfo", _Envelope[_Build]).data
    yield Check(name=NAME, found=f"{without_password(url)} is ready, version {build.version}")
    if ready.moment is not None:
        yield clock("Prometheus", ready.moment)
    rules = [rule for group in get_json(url, "/api/v1/rules", _Envelope[_Groups]).data.groups for rule in group.rules]
    yield from _loaded(rules)
    yield _firing(rules)
    yield _told(get_json(url, "/api/v1/alertmanagers", _Envelope[_Alertmanagers]).data.active_alertmanagers)
    yield from look_at_workers(get_json(url, "/api/v1/targets?state=active", _Envelope[_Targets]).data.active_targets)


def _loaded(rules: Sequence[_Rule]) -> Iterator[Check]:
    """Check that every rule of ours is there, as often as this release has it.

    By name and number alone: versions of Prometheus print one expression differently, and thresholds and severities
    are there to be tuned.
    """
    ours = [rule for rule in rules if rule.name in _RULE_COUNTS]
    loaded = Counter(rule.name for rule in ours)
    astray = [f"{name} ({loaded[name]} of {count})" for name, count in _RULE_COUNTS.items() if loaded[name] != count]
    if astray:
        found = f"{len(astray)} are not loaded as this release has them: {_some(astray)}"
        yield Check(name=_RULES, found=found, sound=False, todo=_LOAD)
    ill = [rule for rule in ours if rule.health != _HEALTHY]
    for rule in (rule for rule in ill if rule.last_error):
        todo = "`promtool check rules` and the expression on its page /graph say more"
        yield Check(name=f"rule {rule.name}", found=rule.last_error, sound=False, todo=todo)
    waiting = sorted({rule.name for rule in ill if not rule.last_error})
    if waiting:
        found, todo = f"not evaluated yet: {_some(waiting)}", "look again after two evaluation intervals"
        yield Check(name=_RULES, found=found, sound=False, todo=todo)
    if not astray and not ill:
        yield Check(name=_RULES, found=f"the {len(ALERTS)} alerts and all that they stand on are loaded and healthy")


def _firing(rules: Sequence[_Rule]) -> Check:
    firing = sorted(
        _shown(rule.name, alert.labels)
        for rule in rules
        if rule.name in ALERTS
        for alert in rule.alerts
        if alert.state == _FIRING
    )
    if not firing:
        return Check(name="alerts", found="none fires")
    return Check(
        name="alerts", found=f"{len(firing)} firing: {_some(firing)}", todo="docs/runbooks says what each means"
    )


def _shown(name: str, labels: dict[str, str]) -> str:
    about = ", ".join(f"{label}={value}" for label, value in sorted(labels.items()) if label not in _ON_EVERY_ALERT)
    return f"{name} ({about})" if about else name


def _told(alertmanagers: Sequence[_Alertmanager]) -> Check:
    name = "prometheus tells"
    if not alertmanagers:
        todo = "give it one under alerting.alertmanagers: without, alerts fire and nobody hears of them"
        return Check(name=name, found="knows no Alertmanager", sound=False, todo=todo)
    return Check(name=name, found=", ".join(without_password(one.url) for one in alertmanagers))


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
