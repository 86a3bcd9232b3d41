"""How a child of `skg worker` ends: exit codes that its supervisor understands (FAUST.md, section 1).

Every code but CONFIGURATION means: start me again. Ending at once and starting anew is how a child gets out of a state
that it cannot mend from within.
"""

from __future__ import annotations

import os
import signal
from enum import IntEnum
from typing import NoReturn


class Exit(IntEnum):
    """Why a child ended by itself; 0 is an end that was asked for."""

    GAP = 70
    """A partition's messages do not follow on the committed offset, or on each other."""
    SEND_FAILED = 71
    """An output or a changelog record was not acknowledged by the broker."""
    STUCK = 72
    """Messages wait, and nothing has been committed for too long."""
    CRASHED = 73
    """An error that nobody foresaw."""
    CONFIGURATION = 78
    """What a user has to mend: not started again, the worker ends with the same message."""


ENDED = "ended"
"""The reason of a child that ended without being asked to, and without an error."""
FAILED = "failed"
"""The reason of any exit code that is none of ours."""


def reason(code: int) -> str:
    """Return the word for how a process ended, as metrics and logs say it; `code` is negative for a signal.

    >>> reason(70), reason(-9), reason(0), reason(1)
    ('gap', 'sigkill', 'ended', 'failed')
    """
    if code == 0:
        return ENDED
    try:
        return (signal.Signals(-code) if code < 0 else Exit(code)).name.lower()
    except ValueError:
        return FAILED


def leave(code: Exit) -> NoReturn:
    """End this process now, as if it had been killed: nothing is committed, flushed or tidied up."""
    os._exit(code)
