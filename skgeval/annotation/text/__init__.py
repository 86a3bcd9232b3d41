"""Text preparation: what is prose, and where each character came from."""
