"""One function over many items in several processes: results in the order of the items, and never all items at once."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TypeVar

from skgeval.annotation.errors import AnnotationError
from skgeval.errors import SkgevalError
from stream.errors import StreamError, WorkerError

Item = TypeVar("Item")
Result = TypeVar("Result")

_AHEAD = 8
"""Items handed out per process before the oldest result is waited for."""
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(function: Callable[[Item], Result], items: Iterable[Item], jobs: int) -> Iterator[Result]:
    """Return the result for each item, in the order of the items; one job is this process itself.

    Raises WorkerError when a process dies, and whatever `function` raises.
    """
    if jobs == 1:
        yield from map(function, items)
        return
    for name in _ONE_THREAD:  # the processes share the cores already; spawned ones inherit this
        os.environ.setdefault(name, "1")
    waiting: deque[Future[Result]] = deque()
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        try:
            for item in items:
                waiting.append(pool.submit(_call, function, item))
                if len(waiting) >= jobs * _AHEAD:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool as error:
            raise WorkerError(jobs=jobs) from error
        finally:
            for future in waiting:
                future.cancel()


def _call(function: Callable[[Item], Result], item: Item) -> Result:
    """Call in a worker; an error that a user can mend crosses the process boundary as its sentence."""
    try:
        return function(item)
    except (StreamError, SkgevalError, AnnotationError) as error:
        raise StreamError(str(error)) from None
