"""Encoders behind one Protocol, and the int8 rows they give."""
