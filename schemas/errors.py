"""Errors raised at the boundary: bytes that are not the value they should be."""


class SchemaError(Exception):
    """Base class of everything the schemas package raises."""


class WireError(SchemaError):
    """A value that could not be decoded, with the field at fault.

    `kind` names the wanted type ("Turn"), `field` the path inside it ("claims[0].subject", or "" for the whole value),
    `problem` says what is wrong with it.
    """

    def __init__(self, *, kind: str, field: str, problem: str) -> None:
        """Build the sentence from the facts."""
        self.kind = kind
        self.field = field
        self.problem = problem
        where = f"field `{field}`" if field else "the value"
        super().__init__(f"{kind}: {where}: {problem}")
