"""Rules in force, and a deterministic checker for each kind (METHOD.md, section 9)."""

from skgeval.judgement.commitments.breach import Breach
from skgeval.judgement.commitments.checking import breaches, recheck
from skgeval.judgement.commitments.keeping import updated

__all__ = ["Breach", "breaches", "recheck", "updated"]
