"""`skg worker`: real processes, real signals, a real port."""
