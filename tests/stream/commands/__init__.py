"""The commands of skg, run as programs."""
