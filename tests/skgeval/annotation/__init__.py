"""Tests of annotation."""
