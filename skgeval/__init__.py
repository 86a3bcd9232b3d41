"""Score live conversations and prove contradictions: `from skgeval import Judge`.

The front door is opened when it is used: everything below this package imports it, and must not load a parser for that.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from skgeval.front_door import Judge

__all__ = ["Judge"]


def __getattr__(name: str) -> object:
    """Import the front door on first use."""
    if name == "Judge":
        return import_module("skgeval.front_door").Judge
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
