"""`skg doctor --deploy` against real programs, whole and with each of them broken."""
