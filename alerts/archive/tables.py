"""The tables, as SQLAlchemy Core; migrations/ makes them, tests compare the two."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Boolean, Column, Float, Index, Integer, MetaData, String, Table, Text

from alerts.archive.times import UtcTime

metadata = MetaData()


def _conversation_key() -> list[Column[str] | Column[int]]:
    return [
        Column("tenant", String, primary_key=True),
        Column("conversation", String, primary_key=True),
        Column("epoch", Integer, primary_key=True),
    ]


turns = Table(
    "turns",
    metadata,
    *_conversation_key(),
    Column("slot", Integer, primary_key=True),
    Column("position", BigInteger, nullable=False),
    Column("turn_id", String, nullable=False),
    Column("role", String, nullable=False),
    Column("at", UtcTime()),
    Column("assistant", String, nullable=False),
    Column("assistant_version", String, nullable=False),
    Column("relevance", Float),
    Column("consistency", Float),
    Column("coherence", Float),
    Column("quality", Float),
    Column("drift", Boolean, nullable=False),
    Column("session_score", Float),
    Column("level", Float),
    Column("slope", Float),
    Column("label", String),
    Column("degrading", Boolean, nullable=False),
    Column("language", String, nullable=False),
    Column("failure", String, nullable=False),
    Column("stored_at", UtcTime()),
    Index("turns_of_assistant", "assistant", "assistant_version", "at"),
)
"""`at` is what the producer said, if anything; `stored_at` when the archive first took the turn, by its own clock."""

conversations = Table(
    "conversations",
    metadata,
    *_conversation_key(),
    Column("last_slot", Integer, nullable=False),
    Column("last_at", UtcTime(), nullable=False),
    Column("stored_at", UtcTime(), nullable=False),
    Column("scored_slot", Integer),
    Column("assistant", String, nullable=False),
    Column("assistant_version", String, nullable=False),
    Column("score", Float),
    Column("level", Float),
    Column("slope", Float),
    Column("label", String),
    Column("degrading", Boolean, nullable=False),
    Index("conversations_by_score", "score", "last_at"),
    Index("conversations_of_assistant", "assistant", "score", "last_at"),
    Index("conversations_of_version", "assistant", "assistant_version", "score", "last_at"),
    Index("conversations_by_age", "tenant", "stored_at"),
)
"""Each epoch with the figures of its last scored turn; `last_at` and `stored_at` are of its last turn, the former the
producer's time where there is one. What is archived of an epoch is never without its row here, lone certificates
excepted."""

findings = Table(
    "findings",
    metadata,
    *_conversation_key(),
    Column("slot", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("detector", String, nullable=False),
    Column("severity", String, nullable=False),
    Column("strength", Float, nullable=False),
    Column("confidence", Float, nullable=False),
    Column("earlier_turn", BigInteger),
    Column("later_turn", BigInteger, nullable=False),
    Column("explanation", Text, nullable=False),
    Column("certificate_id", String, nullable=False),
    Column("assistant", String, nullable=False, server_default=""),
    Column("assistant_version", String, nullable=False, server_default=""),
    Column("occurred_at", UtcTime()),
    Index("findings_by_detector", "detector", "occurred_at"),
    Index("findings_of_assistant", "assistant", "assistant_version", "occurred_at"),
    Index("findings_by_time", "occurred_at"),
)
"""`occurred_at` is the turn's own time, or when it was stored where the producer told none."""

gaps = Table(
    "gaps",
    metadata,
    *_conversation_key(),
    Column("slot", Integer, primary_key=True),
    Column("kind", String, primary_key=True),
    Column("position", BigInteger, nullable=False),
    Column("assistant", String, nullable=False),
    Column("assistant_version", String, nullable=False),
    Column("occurred_at", UtcTime(), nullable=False),
)
"""Turns that came out of the ordinary: `gap` (turns before it are missing), `late` (after one that it precedes),
`split` (on another partition than the one before)."""

certificates = Table(
    "certificates",
    metadata,
    Column("certificate_id", String, primary_key=True),
    Column("tenant", String, nullable=False),
    Column("conversation", String, nullable=False),
    Column("epoch", Integer),
    Column("slot", Integer),
    Column("kind", String, nullable=False),
    Column("detector", String, nullable=False),
    Column("severity", String, nullable=False),
    Column("assistant", String, nullable=False),
    Column("assistant_version", String, nullable=False),
    Column("earlier_claim", String, nullable=False),
    Column("later_claim", String, nullable=False),
    Column("occurred_at", UtcTime()),
    Column("explanation", Text, nullable=False),
    Column("body", JSON, nullable=False),
    Column("stored_at", UtcTime()),
    Index("certificates_of_conversation", "conversation", "tenant", "epoch", "slot"),
    Index("certificates_by_detector", "detector", "occurred_at"),
    Index("certificates_of_assistant", "assistant", "assistant_version", "occurred_at"),
    Index("certificates_by_time", "occurred_at"),
    Index("certificates_by_age", "tenant", "stored_at"),
)
"""`epoch` and `slot` are null while the certificate has come alone, ahead of its turn's record. `occurred_at` is when
it was stored where its turn had no time of its own."""

claims = Table(
    "claims",
    metadata,
    *_conversation_key(),
    Column("claim", String, primary_key=True),
    Column("slot", Integer, nullable=False),
    Column("turn", BigInteger, nullable=False),
    Column("speaker", String, nullable=False),
    Column("subject", String, nullable=False),
    Column("relation", String, nullable=False),
    Column("object", String, nullable=False),
    Column("object_label", String, nullable=False),
    Column("polarity", Boolean, nullable=False),
    Column("modality", String, nullable=False),
    Column("sentence", Text, nullable=False),
    Column("status", String, nullable=False),
    Column("status_slot", Integer, nullable=False),
    Column("changed_by", String, nullable=False),
)

status_changes = Table(
    "status_changes",
    metadata,
    *_conversation_key(),
    Column("claim", String, primary_key=True),
    Column("slot", Integer, primary_key=True),
    Column("status", String, nullable=False),
    Column("changed_by", String, nullable=False),
)
"""What later turns did to claims; `claims` shows the newest of it, whichever came first."""

entities = Table(
    "entities",
    metadata,
    *_conversation_key(),
    Column("entity", String, primary_key=True),
    Column("label", String, nullable=False),
    Column("type", String, nullable=False),
    Column("slot", Integer, nullable=False),
    Column("linked_to", String, nullable=False),
    Column("link_cosine", Float),
)

summaries = Table(
    "summaries",
    metadata,
    *_conversation_key(),
    Column("turns", Integer, nullable=False),
    Column("assistant", String, nullable=False),
    Column("assistant_version", String, nullable=False),
    Column("score", Float),
    Column("level", Float),
    Column("slope", Float),
    Column("label", String),
    Column("last_at", UtcTime()),
    Column("body", JSON, nullable=False),
)

forgotten = Table(
    "forgotten",
    metadata,
    Column("tenant", String, primary_key=True),
    Column("conversation", String, primary_key=True),
    Column("epoch", Integer, nullable=False),
)
"""Conversations that were erased, up to and including `epoch`: nothing of them is stored again."""
