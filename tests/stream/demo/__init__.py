"""Samples and display of the demo."""
