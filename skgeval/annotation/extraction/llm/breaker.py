"""A circuit breaker: an endpoint that fails again and again is left alone for a while, then tried with one call."""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import Enum, auto
from threading import Lock


class Admission(Enum):
    """Whether a call may be made: at will, as the one that tries the endpoint after a pause, or not now."""

    YES = auto()
    TRIAL = auto()
    NO = auto()


class Breaker:
    """Counts failures in a row; safe to use from several threads."""

    def __init__(self, *, failures: int, pause: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Open for `pause` seconds after so many failures in a row."""
        self._most = failures
        self._pause = pause
        self._clock = clock
        self._failed = 0
        self._opened: float | None = None
        self._trying = False
        self._lock = Lock()

    @property
    def is_open(self) -> bool:
        """Whether calls are held back, the one that tries the endpoint apart."""
        return self._opened is not None

    def admits(self) -> Admission:
        """Return whether a call may be made now; each admitted one has to be told of by `succeeded` or `failed`."""
        with self._lock:
            if self._opened is None:
                return Admission.YES
            if self._trying or self._clock() - self._opened < self._pause:
                return Admission.NO
            self._trying = True
            return Admission.TRIAL

    def succeeded(self) -> None:
        """Note that the endpoint has answered."""
        with self._lock:
            self._failed, self._opened, self._trying = 0, None, False

    def failed(self) -> None:
        """Note that it has not."""
        with self._lock:
            self._failed += 1
            if self._trying or self._failed >= self._most:
                self._opened, self._trying = self._clock(), False
