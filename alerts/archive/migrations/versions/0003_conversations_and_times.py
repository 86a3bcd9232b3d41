"""Conversations with their last figures, gaps, the times of findings, and when things were stored.

Columns that earlier releases do not know may be null or have a default, so that an archiver that is still running
while a newer one migrates goes on writing. What was archived before has no time of storing: the producer's time is
taken where it is one of the past, else that of the migration.
"""

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)
KEY = ("tenant", "conversation", "epoch")

turns = sa.table(
    "turns",
    *(sa.column(name, sa.String()) for name in ("tenant", "conversation", "assistant", "assistant_version", "label")),
    *(sa.column(name, sa.Integer()) for name in ("epoch", "slot", "position")),
    *(sa.column(name, sa.Float()) for name in ("session_score", "level", "slope")),
    sa.column("degrading", sa.Boolean()),
    sa.column("at", TIME),
    sa.column("stored_at", TIME),
)
summaries = sa.table(
    "summaries",
    *(sa.column(name, sa.String()) for name in ("tenant", "conversation", "assistant", "assistant_version", "label")),
    *(sa.column(name, sa.Integer()) for name in ("epoch", "turns")),
    *(sa.column(name, sa.Float()) for name in ("score", "level", "slope")),
    sa.column("last_at", TIME),
)


def upgrade() -> None:
    """Apply this change."""
    now = sa.literal(datetime.now(UTC), TIME)
    op.add_column("turns", sa.Column("stored_at", TIME))
    op.execute(sa.update(turns).values(stored_at=_past(turns.c.at, now)))
    _upgrade_findings(now)
    _upgrade_certificates(now)
    _make_conversations(now)
    _make_gaps()


def downgrade() -> None:
    """Take this change back."""
    op.drop_table("gaps")
    op.drop_table("conversations")
    with op.batch_alter_table("certificates", schema=None) as batch_op:
        batch_op.drop_index("certificates_by_age")
        batch_op.drop_index("certificates_of_conversation")
        batch_op.create_index("certificates_of_conversation", ["tenant", "conversation", "epoch", "slot"])
        batch_op.drop_column("stored_at")
    with op.batch_alter_table("findings", schema=None) as batch_op:
        batch_op.drop_index("findings_of_assistant")
        batch_op.drop_index("findings_by_detector")
        for name in ("occurred_at", "assistant_version", "assistant"):
            batch_op.drop_column(name)
    with op.batch_alter_table("turns", schema=None) as batch_op:
        batch_op.drop_column("stored_at")


def _upgrade_findings(now: "sa.ColumnElement[datetime]") -> None:
    op.add_column("findings", sa.Column("assistant", sa.String(), nullable=False, server_default=""))
    op.add_column("findings", sa.Column("assistant_version", sa.String(), nullable=False, server_default=""))
    op.add_column("findings", sa.Column("occurred_at", TIME))
    findings = sa.table("findings", *(sa.column(name) for name in (*KEY, "slot", "assistant", "assistant_version")),
                        sa.column("occurred_at", TIME))  # fmt: skip
    same_turn = sa.and_(*(turns.c[name] == findings.c[name] for name in (*KEY, "slot")))

    def of_turn(column: "sa.ColumnElement[Any]", otherwise: "sa.ColumnElement[Any]") -> "sa.Function[Any]":
        return sa.func.coalesce(sa.select(column).where(same_turn).scalar_subquery(), otherwise)

    op.execute(
        sa.update(findings).values(
            assistant=of_turn(turns.c.assistant, sa.literal("")),
            assistant_version=of_turn(turns.c.assistant_version, sa.literal("")),
            occurred_at=of_turn(sa.func.coalesce(turns.c.at, turns.c.stored_at), now),
        )
    )
    op.create_index("findings_by_detector", "findings", ["detector", "occurred_at"])
    op.create_index("findings_of_assistant", "findings", ["assistant", "assistant_version", "occurred_at"])


def _upgrade_certificates(now: "sa.ColumnElement[datetime]") -> None:
    op.add_column("certificates", sa.Column("stored_at", TIME))
    certificates = sa.table("certificates", sa.column("occurred_at", TIME), sa.column("stored_at", TIME))
    op.execute(sa.update(certificates).values(stored_at=_past(certificates.c.occurred_at, now)))
    op.execute(sa.update(certificates).where(certificates.c.occurred_at.is_(None)).values(occurred_at=now))
    op.drop_index("certificates_of_conversation", "certificates")
    op.create_index("certificates_of_conversation", "certificates", ["conversation", "tenant", "epoch", "slot"])
    op.create_index("certificates_by_age", "certificates", ["tenant", "stored_at"])


def _make_conversations(now: "sa.ColumnElement[datetime]") -> None:
    conversations = op.create_table(
        "conversations",
        sa.Column("tenant", sa.String(), nullable=False),
        sa.Column("conversation", sa.String(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("last_slot", sa.Integer(), nullable=False),
        sa.Column("last_at", TIME, nullable=False),
        sa.Column("stored_at", TIME, nullable=False),
        sa.Column("scored_slot", sa.Integer(), nullable=True),
        sa.Column("assistant", sa.String(), nullable=False),
        sa.Column("assistant_version", sa.String(), nullable=False),
        sa.Column("score", sa.Float(), nullable=True),
        sa.Column("level", sa.Float(), nullable=True),
        sa.Column("slope", sa.Float(), nullable=True),
        sa.Column("label", sa.String(), nullable=True),
        sa.Column("degrading", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint(*KEY),
    )
    names = [column.name for column in conversations.columns]
    op.execute(sa.insert(conversations).from_select(names, _of_turns()))
    there = sa.exists().where(*(conversations.c[name] == summaries.c[name] for name in KEY))
    last_slot = summaries.c.turns - 1
    figures = (summaries.c[name] for name in ("assistant", "assistant_version", "score", "level", "slope", "label"))
    of_summaries = sa.select(
        *(summaries.c[name] for name in KEY),
        last_slot,
        sa.func.coalesce(summaries.c.last_at, now),
        _past(summaries.c.last_at, now),
        sa.case((summaries.c.score.is_not(None), last_slot)),
        *figures,
        sa.false(),
    ).where(~there)
    op.execute(sa.insert(conversations).from_select(names, of_summaries))
    op.create_index("conversations_by_score", "conversations", ["score", "last_at"])
    op.create_index("conversations_of_assistant", "conversations", ["assistant", "score", "last_at"])
    of_version = ["assistant", "assistant_version", "score", "last_at"]
    op.create_index("conversations_of_version", "conversations", of_version)
    op.create_index("conversations_by_age", "conversations", ["tenant", "stored_at"])


def _of_turns() -> "sa.Select[tuple[object, ...]]":
    """Return each epoch with its last turn's times and the figures of its last scored turn."""
    key = [turns.c[name] for name in KEY]
    scored_slot = sa.func.max(turns.c.slot).filter(turns.c.session_score.is_not(None)).label("scored_slot")
    ends = sa.select(*key, sa.func.max(turns.c.slot).label("last_slot"), scored_slot).group_by(*key).subquery()
    last, scored = turns.alias("last"), turns.alias("scored")
    of_last = sa.and_(*(last.c[name] == ends.c[name] for name in KEY), last.c.slot == ends.c.last_slot)
    of_scored = sa.and_(*(scored.c[name] == ends.c[name] for name in KEY), scored.c.slot == ends.c.scored_slot)
    return sa.select(
        *(ends.c[name] for name in KEY),
        ends.c.last_slot,
        sa.func.coalesce(last.c.at, last.c.stored_at),
        last.c.stored_at,
        ends.c.scored_slot,
        sa.func.coalesce(scored.c.assistant, last.c.assistant),
        sa.func.coalesce(scored.c.assistant_version, last.c.assistant_version),
        *(scored.c[name] for name in ("session_score", "level", "slope", "label")),
        sa.func.coalesce(scored.c.degrading, last.c.degrading),
    ).select_from(ends.join(last, of_last).outerjoin(scored, of_scored))


def _make_gaps() -> None:
    gaps = op.create_table(
        "gaps",
        sa.Column("tenant", sa.String(), nullable=False),
        sa.Column("conversation", sa.String(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("slot", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("assistant", sa.String(), nullable=False),
        sa.Column("assistant_version", sa.String(), nullable=False),
        sa.Column("occurred_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint(*KEY, "slot", "kind"),
    )
    # What each turn's flags said was not archived; what follows from positions and times is found again. An epoch of
    # which earlier turns are not here says nothing about them.
    key = [turns.c[name] for name in KEY]

    def before(column: "sa.ColumnElement[Any]") -> "sa.Over[Any]":
        return sa.func.max(column).over(partition_by=key, order_by=turns.c.slot, rows=(None, -1))

    placed = sa.select(
        *turns.c,
        (sa.func.row_number().over(partition_by=key, order_by=turns.c.slot) - 1).label("number"),
        before(turns.c.position).label("newest_position"),
        before(turns.c.at).label("newest_at"),
    ).subquery()
    continues = sa.and_(placed.c.epoch > 0, placed.c.slot == 0)
    beyond = placed.c.position > sa.func.coalesce(placed.c.newest_position, -1) + 1
    found = {
        "gap": sa.and_(placed.c.number == placed.c.slot, beyond, ~continues),
        "late": sa.or_(placed.c.position < placed.c.newest_position, placed.c.at < placed.c.newest_at),
    }
    for kind, condition in found.items():
        told = [placed.c[name] for name in ("position", "assistant", "assistant_version")]
        time = sa.func.coalesce(placed.c.at, placed.c.stored_at)
        place = [placed.c[name] for name in (*KEY, "slot")]
        selected = sa.select(*place, sa.literal(kind), *told, time).where(condition)
        op.execute(sa.insert(gaps).from_select([column.name for column in gaps.columns], selected))


def _past(time: "sa.ColumnElement[datetime]", now: "sa.ColumnElement[datetime]") -> "sa.Case[datetime]":
    """Return a producer's time unless it is missing or in the future."""
    return sa.case((time < now, time), else_=now)
