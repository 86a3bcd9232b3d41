"""Measures on labelled data."""
