"""Claims, references, questions and cues read from one turn."""
