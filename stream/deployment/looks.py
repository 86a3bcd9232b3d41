"""All that `skg doctor --deploy` looks at, composed from settings."""

from __future__ import annotations

from functools import partial

from stream.check import Check
from stream.deployment import alertmanager, database, kafka, prometheus
from stream.deployment.examining import Look, examine
from stream.settings import Settings

SECONDS = 20.0
"""After which whatever has not answered is said not to."""
_BROKER = "look whether Kafka runs, and at SKG_BROKER and what stands around it in the settings"
_DATABASE = "look whether the database runs, and at SKG_ARCHIVE_URL"


def deployment(settings: Settings, seconds: float = SECONDS) -> list[Check]:
    """Return what is found of a running installation within so many seconds; nothing is changed."""
    return examine([*_broker(settings), *_around(settings)], seconds)


def _broker(settings: Settings) -> list[Look]:
    if not settings.broker:
        return [_unnamed("broker", "SKG_BROKER to HOST:PORT of your Kafka")]
    return [
        Look(name="topics", look=partial(kafka.look_at_topics, settings), todo=_BROKER),
        Look(name="roles", look=partial(kafka.look_at_roles, settings), todo=_BROKER),
    ]


def _around(settings: Settings) -> list[Look]:
    return [
        Look(name=database.NAME, look=partial(database.look_at_archive, settings), todo=_DATABASE),
        Look(name=prometheus.NAME, look=partial(prometheus.look_at_prometheus, settings), todo=prometheus.START)
        if settings.prometheus_url
        else _unnamed(prometheus.NAME, "SKG_PROMETHEUS_URL to http://HOST:9090; workers and rules are asked there too"),
        Look(name=alertmanager.NAME, look=partial(alertmanager.look_at_alertmanager, settings), todo=alertmanager.START)
        if settings.alertmanager_url
        else _unnamed(alertmanager.NAME, "SKG_ALERTMANAGER_URL to http://HOST:9093"),
    ]


def _unnamed(name: str, setting: str) -> Look:
    """Return a look at something that settings do not name: no fault, and nothing is known."""
    unchecked = Check(name=name, found="not checked", todo=f"set {setting}")
    return Look(name=name, look=lambda: [unchecked], todo="")
