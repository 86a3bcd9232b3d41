"""Worker processes that examine labelled conversations, results in the order of the examples."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import repeat
from multiprocessing import get_context
from typing import Protocol

from skgeval.evaluation.judged import Judged
from skgeval.evaluation.labelled import Example
from stream.evaluation.examiner import Plan, examine

_CHUNK = 4
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class Examine(Protocol):
    """Examine a set of examples, in order, in this process or in several."""

    def __call__(self, examples: Sequence[Example], plan: Plan) -> Iterable[tuple[Judged, ...]]:
        """Yield what each of the plan's methods said about each example."""
        ...


@contextmanager
def examiners(jobs: int) -> Iterator[Examine]:
    """Give `jobs` processes that examine; one job is this process itself."""
    if jobs < 2:  # noqa: PLR2004 - one process needs no pool
        yield lambda examples, plan: map(examine, examples, repeat(plan))
        return
    for name in _ONE_THREAD:  # processes share the cores already; spawned ones inherit this
        os.environ.setdefault(name, "1")
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield lambda examples, plan: pool.map(examine, examples, repeat(plan), chunksize=_CHUNK)
