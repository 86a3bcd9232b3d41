"""The monitor on a real broker."""
