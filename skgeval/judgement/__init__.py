"""Session and `Annotation` to `TurnRecord`: pure."""
