"""Forgotten conversations, changes of status that come before their claim, certificates that come before their turn.

Positions become 64 bits wide, since a producer's own index may be.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

POSITIONS = {"turns": ("position",), "claims": ("turn",), "findings": ("earlier_turn", "later_turn")}
NOT_YET_KNOWN = ("epoch", "slot")


def upgrade() -> None:
    """Apply this change."""
    op.create_table(
        "forgotten",
        sa.Column("tenant", sa.String(), nullable=False),
        sa.Column("conversation", sa.String(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "conversation"),
    )
    op.create_table(
        "status_changes",
        sa.Column("tenant", sa.String(), nullable=False),
        sa.Column("conversation", sa.String(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("claim", sa.String(), nullable=False),
        sa.Column("slot", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("changed_by", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "conversation", "epoch", "claim", "slot"),
    )
    _alter_positions(sa.Integer(), sa.BigInteger())
    with op.batch_alter_table("certificates", schema=None) as batch_op:
        for name in NOT_YET_KNOWN:
            batch_op.alter_column(name, existing_type=sa.Integer(), nullable=True)


def downgrade() -> None:
    """Take this change back."""
    op.execute("DELETE FROM certificates WHERE epoch IS NULL OR slot IS NULL")
    with op.batch_alter_table("certificates", schema=None) as batch_op:
        for name in NOT_YET_KNOWN:
            batch_op.alter_column(name, existing_type=sa.Integer(), nullable=False)
    _alter_positions(sa.BigInteger(), sa.Integer())
    op.drop_table("status_changes")
    op.drop_table("forgotten")


def _alter_positions(earlier: "sa.types.TypeEngine[int]", later: "sa.types.TypeEngine[int]") -> None:
    for table, columns in POSITIONS.items():
        with op.batch_alter_table(table, schema=None) as batch_op:
            for name in columns:
                batch_op.alter_column(name, existing_type=earlier, type_=later)
