"""When what has been sent leaves the topics by itself, as the broker is really set.

A broker deletes whole segments, a retention after their newest message: what was written first into a segment stays as
long as it takes to fill (`segment.ms` at most), and the retention on top.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from schemas.topics import TOPICS, Cleanup
from stream.ages import in_words
from stream.kafka.topics import configs_on_broker, topic_name
from stream.settings import Settings

_FOR_EVER_MS = 2**63 - 1


class Copies(msgspec.Struct, frozen=True, kw_only=True):
    """The copies on one topic: gone by `until` at the latest, None when no bound is set; `why` says what that is."""

    topic: str
    until: datetime | None
    why: str


def copies(settings: Settings, written: datetime) -> tuple[Copies, ...]:
    """Return for each of our topics that is there when what was written until then is gone; raise BrokerError."""
    configs = configs_on_broker(settings)
    return tuple(
        _copies(name, topic.cleanup, configs[name], written)
        for topic in TOPICS
        if (name := topic_name(settings, topic)) in configs
    )


def _copies(name: str, cleanup: Cleanup, configs: dict[str, str], written: datetime) -> Copies:
    if cleanup is Cleanup.COMPACT:
        lag = int(configs["max.compaction.lag.ms"])
        if lag >= _FOR_EVER_MS:
            return Copies(topic=name, until=None, why="compacted at no set time: max.compaction.lag.ms is not set")
        age = timedelta(milliseconds=lag)
        why = f"compacted within {in_words(age)} while its partition is written to"
        return Copies(topic=name, until=written + age, why=why)
    retention = int(configs["retention.ms"])
    if retention < 0:
        return Copies(topic=name, until=None, why="kept for ever: retention.ms is -1")
    kept, filled = timedelta(milliseconds=retention), timedelta(milliseconds=int(configs["segment.ms"]))
    why = f"retention {in_words(kept)}, after a segment of up to {in_words(filled)}"
    try:
        return Copies(topic=name, until=written + kept + filled, why=why)
    except OverflowError:
        return Copies(topic=name, until=None, why=why)
