"""Errors raised while a turn is read."""


class AnnotationError(Exception):
    """Base class of everything the annotation package raises."""


class ExtractionError(AnnotationError):
    """A turn whose claims could not be read; never the same as a turn that claims nothing.

    `extractor` names who failed, `problem` says at what.
    """

    def __init__(self, *, extractor: str, problem: str) -> None:
        self.extractor = extractor
        self.problem = problem
        super().__init__(f"extractor {extractor}: {problem}")
