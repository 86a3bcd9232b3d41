"""Runners, ledgers, ingest and the command line."""
