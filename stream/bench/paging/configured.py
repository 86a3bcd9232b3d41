"""The files of `deploy/` for programs on this machine: other addresses and another pace, and nothing else changed.

The rules, the routes, the groups and the inhibitions are those that users deploy; that is the point of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import yaml

from alerts.rules import shortened
from stream.deployment.workers import JOB

SILENT = "nobody"
"""The receiver of what nobody is told; it gets no webhook."""
_RULES = "rules"


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """How often is scraped and evaluated, and by what all windows and waits are divided (1 leaves them as they are)."""

    interval_seconds: float = 15.0
    faster: float = 1.0


class Places(msgspec.Struct, frozen=True, kw_only=True):
    """Where everything is, as HOST:PORT; `services` names the parts of the monitor, `webhook` is a URL."""

    services: Mapping[str, str]
    prometheus: str
    alertmanager: str
    webhook: str


def write_prometheus(deploy: Path, folder: Path, places: Places, pace: Pace) -> Path:
    """Write Prometheus' configuration and rules into a folder; return the configuration's file."""
    told = yaml.safe_load((deploy / "prometheus.yml").read_text(encoding="utf-8"))
    interval = duration(pace.interval_seconds)
    told["global"] |= {"scrape_interval": interval, "evaluation_interval": interval}
    told["alerting"]["alertmanagers"] = [{"static_configs": [{"targets": [places.alertmanager]}]}]
    own = {"prometheus": places.prometheus, "alertmanager": places.alertmanager}
    for job in told["scrape_configs"]:
        targets = places.services if job["job_name"] == JOB else {job["job_name"]: own[job["job_name"]]}
        _scrape(job, targets)
    (folder / _RULES).mkdir(parents=True)
    for rules in sorted((deploy / _RULES).glob("*.yaml")):
        (folder / _RULES / rules.name).write_text(_paced(rules, pace), encoding="utf-8")
    return _written(folder / "prometheus.yml", told)


def write_alertmanager(deploy: Path, folder: Path, places: Places, pace: Pace) -> Path:
    """Write Alertmanager's configuration into a folder, with one webhook for everybody who is told anything."""
    told = yaml.safe_load(_paced(deploy / "alertmanager.yml", pace))
    hook = {"url": places.webhook, "send_resolved": True}
    told["receivers"] = [
        {"name": receiver["name"]} | ({} if receiver["name"] == SILENT else {"webhook_configs": [hook]})
        for receiver in told["receivers"]
    ]
    told["templates"] = [str(deploy.resolve() / pattern) for pattern in told.get("templates", ())]
    folder.mkdir(parents=True, exist_ok=True)
    return _written(folder / "alertmanager.yml", told)


def duration(seconds: float) -> str:
    """Return seconds as Prometheus and Alertmanager write them; at least a millisecond.

    >>> duration(15.0), duration(0.25)
    ('15000ms', '250ms')
    """
    return f"{max(1, round(1_000 * seconds))}ms"


def _paced(path: Path, pace: Pace) -> str:
    text = path.read_text(encoding="utf-8")
    return text if pace.faster == 1.0 else shortened(text, pace.faster)


def _scrape(job: dict[str, Any], targets: Mapping[str, str]) -> None:
    """Let a job scrape these targets and no others; rules about how a target was found see the name they look for."""
    for kind in [name for name in job if name.endswith("_sd_configs")]:
        del job[kind]
    job.pop("scrape_interval", None)
    job["static_configs"] = [
        {"targets": [address], "labels": {"__meta_dns_name": service}} for service, address in targets.items()
    ]


def _written(path: Path, told: object) -> Path:
    path.write_text(yaml.safe_dump(told, sort_keys=False, allow_unicode=True), encoding="utf-8")
    return path
