"""How fast the pipeline is on one core, and how much it keeps (`skg bench`)."""
