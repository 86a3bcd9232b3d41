"""Tests of the dashboards: what they say, and what a real Prometheus answers to everything that they ask."""
