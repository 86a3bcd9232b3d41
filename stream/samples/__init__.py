"""Sample conversations written for this project, one file a field, one conversation a line."""
