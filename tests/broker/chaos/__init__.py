"""Chaos on a real broker: whatever dies, freezes or goes away, ledger and archive are those of an undisturbed run.

Each case has a short form, which `make test` runs, and a long form, which `make chaos` runs (docs/chaos.md).
"""
