"""Clocks of other hosts against this one's: lags, silences and alerts go by several of them."""

from __future__ import annotations

from math import inf

import msgspec

from stream.check import Check

TOLERANCE_S = 2.0
"""Seconds that a clock may be off; less would not show beside the whole seconds of HTTP."""
_TODO = "let a time service (chrony, systemd-timesyncd) set the clocks of both: lags, silences and alerts go by them"


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """What another clock showed between two readings of ours; all are seconds since the epoch.

    What it showed is known as not before `earliest` and not after `latest`.
    """

    asked: float
    answered: float
    earliest: float = -inf
    latest: float = inf


def ahead(moment: Moment) -> float:
    """Return by how many seconds the other clock is ahead at least, negative when behind; 0 when both may agree.

    >>> ahead(Moment(asked=100.0, answered=100.5, earliest=103.0, latest=104.0))
    2.5
    >>> ahead(Moment(asked=100.0, answered=100.5, earliest=100.0, latest=101.0))
    0.0
    """
    return max(0.0, moment.earliest - moment.answered) + min(0.0, moment.latest - moment.asked)


def clock(of: str, moment: Moment) -> Check:
    """Tell whether the clock of something agrees with this host's."""
    name, seconds = f"clock of {of}", ahead(moment)
    if abs(seconds) > TOLERANCE_S:
        way = "ahead of" if seconds > 0 else "behind"
        found = f"at least {abs(seconds):.1f} s {way} this host's"
        return Check(name=name, found=found, sound=False, todo=_TODO)
    if moment.latest == inf:
        return Check(
            name=name, found=f"not ahead of this host's by {TOLERANCE_S:.0f} s; without traffic no more is known"
        )
    return Check(name=name, found=f"within {TOLERANCE_S:.0f} s of this host's")
