"""What of settings may be printed: everything but secrets, and addresses without their passwords."""

from __future__ import annotations

HIDDEN = "(hidden)"


def without_password(url: str) -> str:
    """Return a URL with its password hidden.

    >>> without_password("postgresql://skg:secret@db/skg")
    'postgresql://skg:(hidden)@db/skg'
    """
    scheme, separator, rest = url.partition("://") if "://" in url else ("", "", url)
    credentials, at, place = rest.rpartition("@")
    user, colon, _ = credentials.partition(":")
    return f"{scheme}{separator}{user}:{HIDDEN}{at}{place}" if colon else url
