"""Lexicons and rule tables as data, loaded once into a value with a digest."""
