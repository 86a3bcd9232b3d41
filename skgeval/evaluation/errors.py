"""Errors of the evaluation: labelled data that cannot be read."""


class EvaluationError(Exception):
    """Base class of everything the evaluation raises."""


class DataError(EvaluationError):
    """Labelled data with a fault; `place` is a line number or a case id."""

    def __init__(self, *, source: str, place: str, problem: str) -> None:
        """Build the sentence from the facts."""
        self.source = source
        self.place = place
        self.problem = problem
        super().__init__(f"{source}, {place}: {problem}")
