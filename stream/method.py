"""Which method judges: ours, the published one, or both on the same claims."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class Method(StrEnum):
    """Ours is METHOD.md, part 1; the published one part 2 (docs/method.md)."""

    OURS = "ours"
    PUBLISHED = "published"
    BOTH = "both"

    @property
    def each(self) -> tuple[Method, ...]:
        """The methods that are meant."""
        return (Method.OURS, Method.PUBLISHED) if self is Method.BOTH else (self,)


MethodName = Annotated[
    Method, typer.Option("--method", help="Ours, the published SKG-Eval, or both on the same claims (docs/method.md).")
]
