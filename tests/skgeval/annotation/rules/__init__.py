"""Tests of reading rules out of turns."""
