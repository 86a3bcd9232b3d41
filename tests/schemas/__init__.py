"""Codecs, JSON Schema, and the topic and metric catalogues."""
