"""From words to numbers: every quantity that a text states, with its interval (METHOD.md, sections 2 and 6)."""

from skgeval.annotation.quantities.reader import read_quantities

__all__ = ["read_quantities"]
