"""The parent of a worker's processes: starts one for each place, starts again what ends, passes on the wish to stop.

Ending at once is how a child gets out of a state that it cannot mend (`stream.worker.exits`); starting it again is the
supervisor's part.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from threading import Event

import structlog

from stream.errors import ChildError
from stream.worker.exits import Exit, reason
from stream.worker.health import Health, Limits, examine
from stream.worker.process import BackOff, ChildProcess
from stream.worker.seen import Seen
from stream.worker.shared import WorkerMetrics

_log = structlog.get_logger(__name__)
_LOOK_S = 0.1
_GRACE_S = 9.0
"""Seconds between SIGTERM and SIGKILL for a child; the worker is gone within ten."""


class Supervisor:
    """Runs the children of one worker; `run` in the main thread, the rest from any."""

    def __init__(self, children: Sequence[ChildProcess], metrics: WorkerMetrics, limits: Limits) -> None:
        """Compose; nothing runs yet."""
        self._children = children
        self._metrics = metrics
        self._limits = limits
        self._back_off = {child.name: BackOff() for child in children}
        self._start_at = dict.fromkeys(self._back_off, 0.0)
        self._stopping = False

    def run(self, stop: Event) -> None:
        """Keep the children running until `stop` is set, then end them; none is left when this returns.

        Raises ChildError when a child needs something that a user has to mend.
        """
        try:
            while not stop.is_set():
                for child in self._children:
                    self._tend(child)
                self._metrics.seen = self._look()
                stop.wait(_LOOK_S)
        finally:
            self._stopping = True
            self._end()

    def seen(self) -> tuple[Seen, ...]:
        """Return how the children were doing a moment ago."""
        return self._metrics.seen

    def health(self) -> Health:
        """Return whether the worker lives and works."""
        if self._stopping:
            return Health(stuck=(), unready=("the worker is stopping",))
        return examine(self.seen(), self._limits, time.time())

    def _tend(self, child: ChildProcess) -> None:
        """Start a child whose time has come, or note that it has ended."""
        if not child.running:
            if time.monotonic() >= self._start_at[child.name]:
                child.start()
            return
        code = child.ended()
        if code is None:
            return
        why = reason(code)
        if code == Exit.CONFIGURATION:
            status = child.status()
            raise ChildError(child=child.name, problem="" if status is None else status.problem)
        wait = self._back_off[child.name].after(child.lived())
        self._start_at[child.name] = time.monotonic() + wait
        child.note_end(why)
        self._metrics.gone(child.name)
        self._metrics.restarted(child.role, why)
        _log.warning(
            "child_ended",
            child=child.name,
            reason=why,
            exit_code=code,
            lived_s=round(child.lived(), 1),
            start_again_in_s=wait,
        )

    def _look(self) -> tuple[Seen, ...]:
        return tuple(child.look() for child in self._children)

    def _end(self) -> None:
        """Ask every child to end once; kill those that do not."""
        for child in self._children:
            child.ask_to_end()
        deadline = time.monotonic() + _GRACE_S
        while self._living() and time.monotonic() < deadline:
            time.sleep(_LOOK_S)
        for child in self._living():
            _log.warning("child_killed", child=child.name, waited_s=_GRACE_S)
            child.kill()

    def _living(self) -> list[ChildProcess]:
        for child in self._children:
            child.ended()
        return [child for child in self._children if child.running]
