"""Alembic's way from any earlier archive to today's tables."""
