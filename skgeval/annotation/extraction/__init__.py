"""From a prepared turn to its claims, references, questions and cues; the only rules that look at grammar."""

from skgeval.annotation.extraction.given import GIVEN, GivenExtractor
from skgeval.annotation.extraction.local import ENGLISH, LocalExtractor
from skgeval.annotation.extraction.port import ANY_LANGUAGE, Extraction, Extractor

__all__ = ["ANY_LANGUAGE", "ENGLISH", "GIVEN", "Extraction", "Extractor", "GivenExtractor", "LocalExtractor"]
