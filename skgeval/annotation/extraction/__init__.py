"""From a prepared turn to its claims, references, questions and cues; the only rules that look at grammar."""

from skgeval.annotation.extraction.local import LocalExtractor
from skgeval.annotation.extraction.port import Extraction, Extractor

__all__ = ["Extraction", "Extractor", "LocalExtractor"]
