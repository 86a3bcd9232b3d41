"""The SQL archive: certificates, turn scores and claims with their status, in SQLite or PostgreSQL."""

from alerts.archive.archive import Archive, open_archive
from alerts.archive.expiring import Expiry
from alerts.archive.exporting import ExportFilter, ExportKind
from alerts.archive.queries import (
    CertificateFilter,
    ConversationFilter,
    ConversationRow,
    FindingFilter,
    FindingRow,
    GapRow,
)
from alerts.archive.rows import ClaimRow, EntityRow
from alerts.archive.writing import Archived

__all__ = [
    "Archive",
    "Archived",
    "CertificateFilter",
    "ClaimRow",
    "ConversationFilter",
    "ConversationRow",
    "EntityRow",
    "Expiry",
    "ExportFilter",
    "ExportKind",
    "FindingFilter",
    "FindingRow",
    "GapRow",
    "open_archive",
]
