"""The SQL archive: certificates, turn scores and claims with their status, in SQLite or PostgreSQL."""

from alerts.archive.archive import Archive, CertificateFilter, ConversationRow, open_archive
from alerts.archive.rows import ClaimRow, EntityRow
from alerts.archive.writing import Archived

__all__ = ["Archive", "Archived", "CertificateFilter", "ClaimRow", "ConversationRow", "EntityRow", "open_archive"]
