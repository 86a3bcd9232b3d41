"""Alertmanager: whether it is ready, whether anybody hears of anything, and what is silenced."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

import msgspec
import yaml

from stream.check import Check
from stream.deployment.clocks import clock
from stream.deployment.web import get, get_json
from stream.errors import EndpointError
from stream.hiding import without_password
from stream.settings import Settings

NAME = "alertmanager"
START = "start it, or set SKG_ALERTMANAGER_URL to http://HOST:9093 as this host reaches it"
NOBODY = "nobody"
"""The receiver of deploy/alertmanager that is meant to tell nobody."""
_OK = 200
_ACTIVE = "active"
_INTEGRATION = "_configs"
_GIVE = (
    "give it one (webhook_configs, slack_configs, …) in alertmanager.yml and reload; `amtool config routes test` helps"
)


class _Version(msgspec.Struct):
    version: str = ""


class _Config(msgspec.Struct):
    original: str


class _Status(msgspec.Struct, rename="camel"):
    config: _Config
    version_info: _Version


class _State(msgspec.Struct):
    state: str


class _Matcher(msgspec.Struct, rename="camel"):
    name: str
    value: str
    is_regex: bool
    is_equal: bool = True


class _Silence(msgspec.Struct, rename="camel"):
    status: _State
    matchers: list[_Matcher]
    ends_at: datetime
    created_by: str = ""


def look_at_alertmanager(settings: Settings) -> Iterator[Check]:
    """Check everything that Alertmanager can tell; raises EndpointError."""
    url = settings.alertmanager_url
    ready = get(url, "/-/ready")
    if ready.status != _OK:
        raise EndpointError(url=without_password(url), problem=f"is not ready (/-/ready answers {ready.status})")
    status = get_json(url, "/api/v2/status", _Status)
    yield Check(name=NAME, found=f"{without_password(url)} is ready, version {status.version_info.version}")
    if ready.moment is not None:
        yield clock("Alertmanager", ready.moment)
    yield receivers(status.config.original)
    yield _silences(get_json(url, "/api/v2/silences", list[_Silence]))


def receivers(configuration: str) -> Check:
    """Tell who hears of alerts under a configuration in YAML, of which nothing but names is shown."""
    config = yaml.safe_load(configuration) or {}
    able = {
        receiver["name"]
        for receiver in config.get("receivers") or ()
        if any(name.endswith(_INTEGRATION) and value for name, value in receiver.items())
    }
    routed = set(_routed(config.get("route") or {}))
    name, mute = "receivers", sorted(routed - able - {NOBODY})
    if not routed & able:
        found = f"nobody hears of any alert: {', '.join(sorted(routed))} can tell no one"
        return Check(name=name, found=found, sound=False, todo=_GIVE)
    found = f"alerts go to {', '.join(sorted(routed & able))}"
    if mute:
        return Check(name=name, found=f"{found}; {', '.join(mute)} can tell no one", todo=_GIVE)
    return Check(name=name, found=found)


def _routed(route: Mapping[str, object]) -> Iterator[str]:
    """Yield the receivers of a route and of those below it."""
    if receiver := route.get("receiver"):
        yield str(receiver)
    below = route.get("routes")
    for one in below if isinstance(below, list) else ():
        yield from _routed(one)


def _silences(silences: Sequence[_Silence]) -> Check:
    active = [silence for silence in silences if silence.status.state == _ACTIVE]
    if not active:
        return Check(name="silences", found="none")
    told = "; ".join(_silence(silence) for silence in sorted(active, key=lambda one: one.ends_at))
    return Check(
        name="silences", found=f"{len(active)} active: {told}", todo="whatever they match pages nobody meanwhile"
    )


def _silence(silence: _Silence) -> str:
    by = f" by {silence.created_by}" if silence.created_by else ""
    return f"{', '.join(map(_matcher, silence.matchers))} until {silence.ends_at:%Y-%m-%d %H:%M} UTC{by}"


def _matcher(matcher: _Matcher) -> str:
    sign = {(False, True): "=", (False, False): "!=", (True, True): "=~", (True, False): "!~"}
    return f"{matcher.name}{sign[matcher.is_regex, matcher.is_equal]}{matcher.value}"
