"""Tests of `skgeval.annotation.text`."""
