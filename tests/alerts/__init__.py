"""The archive and the whiteboard."""
