"""Tests of gates, detectors and the cascade that they form."""
