"""The parts that Prometheus scrapes: whether it reaches them, and whether they say that they are ready.

Prometheus knows where they are, however many there are. This host may not reach an address that Prometheus reaches (a
container's name, a pod's address): then Prometheus' own word is all that is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from urllib.parse import urlsplit

import msgspec

from stream.check import Check
from stream.deployment.clocks import clock
from stream.deployment.examining import Look, examine
from stream.deployment.web import Answer, get
from stream.errors import EndpointError

JOB = "skg"
"""The job under which every deployment of ours is scraped."""
_READY = "/health/ready"
_OK = 200
_UP, _DOWN = "up", "down"
_SECONDS = 10.0
_LOOK_THERE = "look at its log and at its /health/live"
_REACH = "look whether it runs and whether its port can be reached from Prometheus"


class Target(msgspec.Struct, rename="camel", frozen=True):
    """Something that Prometheus scrapes; `health` is up, down, or unknown before the first scrape."""

    labels: dict[str, str]
    scrape_url: str
    health: str
    last_error: str = ""


class _Word(msgspec.Struct):
    """What a part says of itself; workers have problems, `skg send --http` has one at most."""

    problems: list[str] = []
    problem: str = ""


def look_at_workers(targets: Sequence[Target]) -> Iterator[Check]:
    """Check each target of our job; all are asked side by side."""
    ours = [target for target in targets if target.labels.get("job") == JOB]
    if not ours:
        found = f"Prometheus scrapes nothing under the job {JOB}"
        todo = (
            "nothing is measured, so no other alert can fire: see deploy/prometheus/prometheus.yml, servicemonitor.yaml"
        )
        yield Check(name="workers", found=found, sound=False, todo=todo)
    looks = [Look(name=_name(target), look=partial(_look_at, target), todo=_LOOK_THERE) for target in ours]
    yield from examine(looks, _SECONDS)


def _look_at(target: Target) -> Iterator[Check]:
    name, address = _name(target), urlsplit(target.scrape_url)
    try:
        answer = get(f"{address.scheme}://{address.netloc}", _READY)
    except EndpointError as error:
        yield _by_hearsay(target, error)
        return
    if answer.status != _OK:
        yield Check(name=name, found=f"not ready: {_why(answer)}", sound=False, todo=_LOOK_THERE)
    elif target.health == _DOWN:
        found = f"ready, but Prometheus does not reach it: {target.last_error}"
        yield Check(name=name, found=found, sound=False, todo=_REACH)
    else:
        yield Check(name=name, found="ready" if target.health == _UP else "ready, not scraped yet")
    clocked = None if answer.moment is None else clock(name, answer.moment)
    if clocked is not None and not clocked.sound:
        yield clocked


def _by_hearsay(target: Target, error: EndpointError) -> Check:
    """Tell what Prometheus says of a target that cannot be asked from here."""
    if target.health == _UP:
        found = f"Prometheus scrapes it; {error.url} cannot be asked from here ({error.problem})"
        todo = "whether it is ready can be seen where its address is known: in a container beside it"
        return Check(name=_name(target), found=found, todo=todo)
    problem = target.last_error or error.problem
    return Check(name=_name(target), found=f"Prometheus does not reach it: {problem}", sound=False, todo=_REACH)


def _why(answer: Answer) -> str:
    try:
        word = msgspec.json.decode(answer.body, type=_Word)
    except msgspec.MsgspecError:
        return f"{_READY} answers {answer.status}"
    return "; ".join(filter(None, (*word.problems, word.problem))) or f"{_READY} answers {answer.status}"


def _name(target: Target) -> str:
    return " ".join(filter(None, (target.labels.get("service", JOB), target.labels.get("instance", ""))))
