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


class WithheldError(ExtractionError):
    """A turn that its extractor did not read and that nobody shall read in its place."""


class ReadingStoppedError(AnnotationError):
    """Told to stop while a turn was being read: it was not taken, and has to come again."""

    def __init__(self) -> None:
        super().__init__("told to stop while waiting for an extractor")


class TreeError(AnnotationError):
    """A repair of a parse that left a loop or lost a word: walking on would never end, so the turn counts as unread."""

    def __init__(self, *, words: int) -> None:
        self.words = words
        super().__init__(f"the parse of a sentence of {words} words is no tree after its repair")
