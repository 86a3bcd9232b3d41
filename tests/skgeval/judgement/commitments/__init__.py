"""Tests of rules in force and their checkers."""
