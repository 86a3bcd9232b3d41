"""Score live conversations and prove contradictions."""
