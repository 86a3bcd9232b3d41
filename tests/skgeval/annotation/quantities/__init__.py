"""Tests of `skgeval.annotation.quantities`."""
