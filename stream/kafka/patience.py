"""How long to wait for something that is away: twice as long each time, up to a bound."""

from __future__ import annotations

_FIRST_S = 0.5
_LONGEST_S = 30.0


class Patience:
    """Waiting times for one thing.

    >>> patience = Patience()
    >>> patience.next(), patience.next(), patience.next()
    (0.5, 1.0, 2.0)
    >>> patience.restore(); patience.next()
    0.5
    """

    def __init__(self) -> None:
        """Begin with the shortest wait."""
        self._seconds = _FIRST_S

    def next(self) -> float:
        """Return the seconds to wait now."""
        seconds = self._seconds
        self._seconds = min(2 * seconds, _LONGEST_S)
        return seconds

    def restore(self) -> None:
        """Begin with the shortest wait again."""
        self._seconds = _FIRST_S
