"""Redaction: what is found and what is left, and what the judge makes of the pseudonyms."""
