"""`skg worker`: a supervisor, one child process per role, and one port for metrics and health of them all."""
