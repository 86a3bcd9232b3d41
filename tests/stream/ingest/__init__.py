"""Sources of turns."""
