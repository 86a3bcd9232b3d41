"""First tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this change."""
    op.create_table(
        "certificates",
        sa.Column("certificate_id", sa.String(), nullable=False),
        sa.Column("tenant", sa.String(), nullable=False),
        sa.Column("conversation", sa.String(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("slot", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("detector", sa.String(), nullable=False),
        sa.Column("severity", sa.String(), nullable=False),
        sa.Column("assistant", sa.String(), nullable=False),
        sa.Column("assistant_version", sa.String(), nullable=False),
        sa.Column("earlier_claim", sa.String(), nullable=False),
        sa.Column("later_claim", sa.String(), nullable=False),
        sa.Column("occurred_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("explanation", sa.Text(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("certificate_id"),
    )
    with op.batch_alter_table("certificates", schema=None) as batch_op:
        batch_op.create_index("certificates_by_detector", ["detector", "occurred_at"])
        batch_op.create_index(
            "certificates_of_assistant", ["assistant", "assistant_version", "occurred_at"], unique=False
        )
        batch_op.create_index("certificates_of_conversation", ["tenant", "conversation", "epoch", "slot"])

    op.create_table(
        "claims",
        sa.Column("tenant", sa.String(), nullable=False),
        sa.Column("conversation", sa.String(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("claim", sa.String(), nullable=False),
        sa.Column("slot", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("speaker", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("relation", sa.String(), nullable=False),
        sa.Column("object", sa.String(), nullable=False),
        sa.Column("object_label", sa.String(), nullable=False),
        sa.Column("polarity", sa.Boolean(), nullable=False),
        sa.Column("modality", sa.String(), nullable=False),
        sa.Column("sentence", sa.Text(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("status_slot", sa.Integer(), nullable=False),
        sa.Column("changed_by", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "conversation", "epoch", "claim"),
    )
    op.create_table(
        "entities",
        sa.Column("tenant", sa.String(), nullable=False),
        sa.Column("conversation", sa.String(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("entity", sa.String(), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("slot", sa.Integer(), nullable=False),
        sa.Column("linked_to", sa.String(), nullable=False),
        sa.Column("link_cosine", sa.Float(), nullable=True),
        sa.PrimaryKeyConstraint("tenant", "conversation", "epoch", "entity"),
    )
    op.create_table(
        "findings",
        sa.Column("tenant", sa.String(), nullable=False),
        sa.Column("conversation", sa.String(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("slot", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("detector", sa.String(), nullable=False),
        sa.Column("severity", sa.String(), nullable=False),
        sa.Column("strength", sa.Float(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("earlier_turn", sa.Integer(), nullable=True),
        sa.Column("later_turn", sa.Integer(), nullable=False),
        sa.Column("explanation", sa.Text(), nullable=False),
        sa.Column("certificate_id", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "conversation", "epoch", "slot", "number"),
    )
    op.create_table(
        "summaries",
        sa.Column("tenant", sa.String(), nullable=False),
        sa.Column("conversation", sa.String(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("assistant", sa.String(), nullable=False),
        sa.Column("assistant_version", sa.String(), nullable=False),
        sa.Column("score", sa.Float(), nullable=True),
        sa.Column("level", sa.Float(), nullable=True),
        sa.Column("slope", sa.Float(), nullable=True),
        sa.Column("label", sa.String(), nullable=True),
        sa.Column("last_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "conversation", "epoch"),
    )
    op.create_table(
        "turns",
        sa.Column("tenant", sa.String(), nullable=False),
        sa.Column("conversation", sa.String(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("slot", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("turn_id", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("assistant", sa.String(), nullable=False),
        sa.Column("assistant_version", sa.String(), nullable=False),
        sa.Column("relevance", sa.Float(), nullable=True),
        sa.Column("consistency", sa.Float(), nullable=True),
        sa.Column("coherence", sa.Float(), nullable=True),
        sa.Column("quality", sa.Float(), nullable=True),
        sa.Column("drift", sa.Boolean(), nullable=False),
        sa.Column("session_score", sa.Float(), nullable=True),
        sa.Column("level", sa.Float(), nullable=True),
        sa.Column("slope", sa.Float(), nullable=True),
        sa.Column("label", sa.String(), nullable=True),
        sa.Column("degrading", sa.Boolean(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("failure", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "conversation", "epoch", "slot"),
    )
    with op.batch_alter_table("turns", schema=None) as batch_op:
        batch_op.create_index("turns_of_assistant", ["assistant", "assistant_version", "at"])


def downgrade() -> None:
    """Take this change back."""
    with op.batch_alter_table("turns", schema=None) as batch_op:
        batch_op.drop_index("turns_of_assistant")

    op.drop_table("turns")
    op.drop_table("summaries")
    op.drop_table("findings")
    op.drop_table("entities")
    op.drop_table("claims")
    with op.batch_alter_table("certificates", schema=None) as batch_op:
        batch_op.drop_index("certificates_of_conversation")
        batch_op.drop_index("certificates_of_assistant")
        batch_op.drop_index("certificates_by_detector")

    op.drop_table("certificates")
