"""Indexes for what is asked by time alone: the newest certificates, and the findings since a moment."""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this change."""
    op.create_index("certificates_by_time", "certificates", ["occurred_at"])
    op.create_index("findings_by_time", "findings", ["occurred_at"])


def downgrade() -> None:
    """Take this change back."""
    op.drop_index("findings_by_time", "findings")
    op.drop_index("certificates_by_time", "certificates")
