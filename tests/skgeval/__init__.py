"""The scoring library."""
