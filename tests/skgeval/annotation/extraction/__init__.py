"""Tests of claim extraction: a sentence and what it says."""
