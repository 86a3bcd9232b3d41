"""Tests of judgement."""
