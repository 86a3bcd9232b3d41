"""Runners, ledger stores, ingest, metrics, settings and the command line."""
