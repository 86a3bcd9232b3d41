"""A child does not outlive its supervisor, not even one that was killed.

The supervisor holds the only writing end of a pipe, each child a reading end. Nothing is ever written: the end of the
pipe means that the supervisor is gone. Linux could send a signal instead (PR_SET_PDEATHSIG), but it sends it when the
*thread* that started the child ends, has to be asked for between fork and exec, and exists nowhere else.
"""

from __future__ import annotations

import os
from threading import Thread

_GONE = 1
"""Exit code that nobody reads."""


def hold_on_to(lifeline: int) -> None:
    """End this process, at once and without goodbye, when the other end of the pipe is closed."""
    Thread(target=_wait_for_the_end, args=(lifeline,), name="lifeline", daemon=True).start()


def _wait_for_the_end(lifeline: int) -> None:
    while os.read(lifeline, 1):
        pass
    os._exit(_GONE)
