"""Tests of the encoders: one contract for all, and what each adds."""
