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
    Index("turns_of_assistant", "assistant", "assistant_version", "at"),
)

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
)

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
    Index("certificates_of_conversation", "tenant", "conversation", "epoch", "slot"),
    Index("certificates_by_detector", "detector", "occurred_at"),
    Index("certificates_of_assistant", "assistant", "assistant_version", "occurred_at"),
)
"""`epoch` and `slot` are null while the certificate has come alone, ahead of its turn's record."""

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
