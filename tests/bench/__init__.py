"""Tests of `skg bench`: what it measures on, and that it measures everything."""
