"""Golden examples: one of every value that crosses a boundary."""
