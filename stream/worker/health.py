"""Whether a worker is alive, and whether it is ready: what its supervisor sees of its children, held against limits.

Alive means progress, not existence. What a restart cannot mend (a permanent gap, an absent database) fails readiness.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from stream.worker.seen import Seen
from stream.worker.status import Status

_START_S = 120.0
"""Seconds that a child may take to load its models and to be ready for the first time."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How long silence and lag may last, in seconds."""

    stuck: float
    ready_lag: float


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """`stuck` says why the worker should be started again, `unready` why it does not do its work now; empty is well."""

    stuck: tuple[str, ...]
    unready: tuple[str, ...]


def examine(children: Sequence[Seen], limits: Limits, now: float) -> Health:
    """Return what is wrong with each child at a time in seconds since the epoch."""
    stuck = tuple(f"{child.name} {why}" for child in children if (why := _stuck(child, limits, now)))
    unready = tuple(f"{child.name} {why}" for child in children if (why := _unready(child, limits)))
    return Health(stuck=stuck, unready=(*stuck, *unready))


def _stuck(child: Seen, limits: Limits, now: float) -> str:
    """Return why a child shows no progress, or nothing; one that is not running is being seen to already."""
    if not child.running:
        return ""
    patience = limits.stuck if child.status is not None and child.status.ready else max(limits.stuck, _START_S)
    silence = now - (child.started_at if child.status is None else child.status.last_progress)
    if silence > patience:
        return f"has made no progress for {silence:.0f} s"
    if child.status is None or child.status.recovering or child.status.problem:
        return ""
    age = child.commit_age(now)
    if age > limits.stuck:
        return f"has {child.status.lag} messages waiting and has committed nothing for {age:.0f} s"
    return ""


def _unready(child: Seen, limits: Limits) -> str:
    """Return why a child does not do its work now, or nothing."""
    if not child.running:
        return f"is not running ({child.ended}); it is started again"
    if child.status is None:
        return "is starting"
    return _unready_by_its_word(child.status, limits)


def _unready_by_its_word(status: Status, limits: Limits) -> str:
    if status.problem:
        return f"reports: {status.problem}"
    if status.recovering:
        return "is recovering its state from the changelog"
    if not status.ready:
        return "is not ready"
    if status.event_lag_seconds > limits.ready_lag:
        return f"is {status.event_lag_seconds:.0f} s behind; {limits.ready_lag:.0f} s are allowed"
    return ""
