"""What stands beside the values on the topics: keys, and headers for what belongs to the transport."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from kafka.partitioner.default import murmur2

from schemas.topics import KEY_SEPARATOR

KIND = "skg-kind"
"""The type of the value, as `schemas` names it."""
SOURCE_PARTITION = "skg-source-partition"
SOURCE_OFFSET = "skg-source-offset"
ARRIVED = "skg-arrived"
"""When the broker took the turn, in milliseconds since the epoch."""
MODE = "skg-mode"
RESEND = "resend"
"""The mode of a turn that was a dead letter and has been sent again."""

Headers = list[tuple[str, bytes]]
"""Headers as we write them. In those that we read null may stand for the bytes: any client may send it."""
_LATEST_MS = 253_402_300_799_000
"""The last second that a date can be made of."""
_POSITIVE = 0x7FFFFFFF


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """Where a turn came from: partition and offset on the turns topic, and its arrival there in ms since the epoch."""

    partition: int
    offset: int
    arrived: int
    mode: str = ""

    def headers(self, kind: str) -> Headers:
        """Return the headers of a value of this kind that follows from the turn."""
        made = [
            (KIND, kind.encode()),
            (SOURCE_PARTITION, str(self.partition).encode()),
            (SOURCE_OFFSET, str(self.offset).encode()),
            (ARRIVED, str(self.arrived).encode()),
        ]
        return [*made, (MODE, self.mode.encode())] if self.mode else made

    @classmethod
    def of(cls, headers: Mapping[str, bytes | None], arrived: int) -> Source | None:
        """Return the source that headers tell, None when they tell none; `arrived` stands in where it is missing."""
        try:
            source = cls(
                partition=int(header(headers, SOURCE_PARTITION)),
                offset=int(header(headers, SOURCE_OFFSET)),
                arrived=int(header(headers, ARRIVED) or arrived),
                mode=header(headers, MODE),
            )
        except ValueError:
            return None
        return source if 0 <= source.arrived <= _LATEST_MS else None


def header(headers: Mapping[str, bytes | None], name: str) -> str:
    r"""Return a header as text, "" when it is missing or null: what strangers send may be anything.

    >>> header({"a": b"1"}, "a"), header({"b": None}, "b"), header({}, "c")
    ('1', '', '')
    """
    return (headers.get(name) or b"").decode(errors="replace")


def kind_of(headers: Mapping[str, bytes | None]) -> str:
    """Return the type of a message's value, "" when it does not say."""
    return header(headers, KIND)


def conversation_key(tenant: str, conversation: str) -> bytes:
    r"""Return the key that keeps a conversation on one partition.

    >>> conversation_key("", "c1"), conversation_key("t1", "c1")
    (b'c1', b't1\x1fc1')
    """
    return (f"{tenant}{KEY_SEPARATOR}{conversation}" if tenant else conversation).encode()


def partition_of(key: bytes, partitions: int) -> int:
    """Return the partition of a key: murmur2, as Kafka's own clients choose it."""
    return int((murmur2(key) & _POSITIVE) % partitions)
