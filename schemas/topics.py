"""The topics of the monitor as data: what is on them, how it is keyed and how long it stays (DESIGN.md, sections 3, 4).

Source topics are never compacted (a gap in their offsets would look like a lost turn), the ledger's changelog is
compacted only. All but the dead-letter topic need the same number of partitions, because keys must meet.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

DAY = 86_400
KEY_SEPARATOR = "\x1f"
"""Joins the parts of a key; no id may hold it (`schemas.codec`). People are shown its picture, U+241F."""


class Codec(StrEnum):
    """How the value of a message is written."""

    JSON = "json"
    MESSAGEPACK = "messagepack"
    RAW = "raw"


class Cleanup(StrEnum):
    """What a broker does with old messages."""

    DELETE = "delete"
    COMPACT = "compact"


class Topic(msgspec.Struct, frozen=True, kw_only=True):
    """One topic: `values` are names of types in `schemas`, `retention` is in seconds (None keeps for ever).

    `partitions` is the default for a new installation; None takes those of the topic it belongs to.
    """

    name: str
    help: str
    values: tuple[str, ...]
    codec: Codec
    key: str = "tenant\u241fconversation, or the conversation alone without tenants"
    cleanup: Cleanup = Cleanup.DELETE
    retention: int | None = 7 * DAY
    partitions: int | None = 12


TURNS = Topic(
    name="conversations.turns.v1",
    help="Turns as applications send them.",
    values=("Turn",),
    codec=Codec.JSON,
)
ANNOTATIONS = Topic(
    name="conversations.annotations.v1",
    help="What each turn says, and the commands that end or forget a conversation.",
    values=("Annotation", "SessionEnd", "Forget"),
    codec=Codec.MESSAGEPACK,
)
RECORDS = Topic(
    name="conversations.records.v1",
    help="Every judged turn without its vectors, and the summary of each ended conversation.",
    values=("TurnRecord", "SessionSummary", "Forgotten"),
    codec=Codec.JSON,
)
CERTIFICATES = Topic(
    name="conversations.certificates.v1",
    help="The proof of every contradiction and forgotten rule: the alerts topic.",
    values=("Certificate", "Forgotten"),
    codec=Codec.JSON,
    retention=30 * DAY,
)
DEAD_LETTERS = Topic(
    name="conversations.turns.v1.dlq",
    help="Bytes that are no turn, untouched, with the reason in the headers; raw text, so kept briefly.",
    values=(),
    codec=Codec.RAW,
    key="the key of the message as it came",
    retention=2 * DAY,
    partitions=1,
)
LEDGER = Topic(
    name="ledger-changelog",
    help="The changelog of the ledger table; the broker's name for it is prefixed by the app id.",
    values=("TurnRecord",),
    codec=Codec.MESSAGEPACK,
    key="tenant\u241fconversation\u241fepoch\u241fslot",
    cleanup=Cleanup.COMPACT,
    retention=None,
    partitions=None,
)

TOPICS = (TURNS, ANNOTATIONS, RECORDS, CERTIFICATES, DEAD_LETTERS, LEDGER)

_DEAD = (DEAD_LETTERS.name,)
_JUDGED = (ANNOTATIONS.name, RECORDS.name, CERTIFICATES.name)


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """One header of messages, its value UTF-8; `topics` are names, `always` says that none there goes without it."""

    name: str
    help: str
    topics: tuple[str, ...]
    always: bool = False


HEADERS = (
    Header(name="skg-kind", help="Type of the value.", topics=_JUDGED, always=True),
    Header(name="skg-source-partition", help="Partition of the turn on the turns topic.", topics=_JUDGED),
    Header(name="skg-source-offset", help="Offset of the turn on the turns topic.", topics=_JUDGED),
    Header(name="skg-arrived", help="When the broker took the turn, in ms since the epoch.", topics=_JUDGED),
    Header(
        name="skg-mode",
        help="resend: the turn was a dead letter and has been sent again.",
        topics=(TURNS.name, *_JUDGED),
    ),
    Header(name="skg-dlq-topic", help="Topic on which the message stood.", topics=_DEAD, always=True),
    Header(name="skg-dlq-partition", help="Partition on which it stood.", topics=_DEAD, always=True),
    Header(name="skg-dlq-offset", help="Offset at which it stood.", topics=_DEAD, always=True),
    Header(name="skg-dlq-time", help="When it arrived there, in ms since the epoch.", topics=_DEAD, always=True),
    Header(name="skg-dlq-error", help="Class of the error.", topics=_DEAD, always=True),
    Header(name="skg-dlq-message", help="What was wrong, without quoting the value.", topics=_DEAD, always=True),
    Header(name="skg-dlq-cut", help="Size of a message of which only the beginning is here.", topics=_DEAD),
    Header(name="skg-dlq-version", help="Version of the monitor.", topics=_DEAD, always=True),
    Header(
        name="skg-dlq-letter",
        help="The letter that it was before it was sent again, PARTITION:OFFSET.",
        topics=(TURNS.name, *_DEAD),
    ),
)
"""What belongs to the transport and not to the value."""
