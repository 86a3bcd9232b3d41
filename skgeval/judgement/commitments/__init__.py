"""Rules in force, and a deterministic checker for each kind."""
