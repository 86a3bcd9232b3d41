"""Everything is looked at side by side; what does not answer in time is said not to, and nobody waits for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from threading import Thread

import msgspec

from alerts.errors import AlertsError
from stream.check import Check
from stream.engine import place_of
from stream.errors import StreamError


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """Something to look at: what it is called when it does not answer, and what to do then."""

    name: str
    look: Callable[[], Iterable[Check]]
    todo: str


def examine(looks: Sequence[Look], seconds: float) -> list[Check]:
    """Return all checks in the order of `looks`, after so many seconds at most."""
    deadline = time.monotonic() + seconds
    running = [_Running(look) for look in looks]
    return [check for one in running for check in one.found(deadline, seconds)]


class _Running:
    """A look in a thread of its own, which does not keep the process from ending."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._found: list[Check] = []
        self._thread = Thread(target=self._run, name=look.name, daemon=True)
        self._thread.start()

    def found(self, deadline: float, seconds: float) -> list[Check]:
        """Return what has been found when the look is done, or at the deadline."""
        self._thread.join(max(0.0, deadline - time.monotonic()))
        if not self._thread.is_alive():
            return self._found
        return [*self._found, self._bad(f"no answer within {seconds:.0f} s")]

    def _run(self) -> None:
        try:
            for check in self._look.look():
                self._found.append(check)
        except (StreamError, AlertsError) as error:
            self._found.append(self._bad(str(error)))
        except Exception as error:  # noqa: BLE001 - the other looks go on, and this one is told as what it is
            place = place_of(error)
            self._found.append(self._bad(f"could not be looked at: {place['error']} at {place['where']}"))

    def _bad(self, found: str) -> Check:
        return Check(name=self._look.name, found=found, sound=False, todo=self._look.todo)
