"""Waiting for what other programs do, while the traffic goes on."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from stream.bench.paging.traffic import Traffic
from stream.errors import BenchError

Found = TypeVar("Found")
_LOOK_S = 0.1


def wait_for(look: Callable[[], Found | None], traffic: Traffic, seconds: float, what: str) -> Found:
    """Return what `look` finds, once it finds something; raise BenchError when it does not, or the traffic ends."""
    deadline = time.monotonic() + seconds
    while (found := look()) is None:
        traffic.check()
        if time.monotonic() > deadline:
            raise BenchError(step=f"{what} did not come", said=f"waited {seconds:.0f} s")
        time.sleep(_LOOK_S)
    return found


def let_pass(traffic: Traffic, seconds: float) -> None:
    """Let the traffic go on for so long; raise what ends it."""
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0:
        traffic.check()
        time.sleep(min(left, _LOOK_S))
