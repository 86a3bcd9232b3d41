"""A child as its supervisor sees it: what health and the gauges of lag are made from."""

from __future__ import annotations

import msgspec

from stream.worker.status import Status


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """One child at one moment. Times are seconds since the epoch."""

    name: str
    role: str
    started_at: float
    running: bool
    status: Status | None = None
    """What it said of itself since it was started."""
    waiting_since: float = 0.0
    """Since when messages have been waiting; 0 when none waits."""
    ended: str = ""
    """How it ended last; empty for one that has not."""

    def commit_age(self, now: float) -> float:
        """Return the seconds for which messages have waited without a commit; 0 when none waits."""
        if self.status is None or not self.waiting_since:
            return 0.0
        return max(0.0, now - max(self.status.last_commit, self.waiting_since))
