"""Tests of the lexicons."""
