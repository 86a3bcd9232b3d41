"""Running an evaluation."""
