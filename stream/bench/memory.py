"""How much a live conversation and a record take."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from sys import getsizeof

import msgspec

from schemas.annotation import Annotation
from schemas.codec import decode_msgpack, encode_msgpack
from schemas.record import TurnRecord
from skgeval.judgement.session import Session
from stream.bench.growth import said_later, with_claims
from stream.bench.parts import Parts

TURNS = 100
CLAIMS = 8
ROUNDS = 2
"""How often a conversation comes to speak of the same things."""
KIB = 1_024
VECTORS = ("labels", "window", "sentence_rows")
"""Where a session keeps rows; prompts hold a few more and count with the index."""


class Weight(msgspec.Struct, frozen=True, kw_only=True):
    """KiB of one live conversation, by what they hold; claims are counted once, with the graph."""

    graph: float
    vectors: float
    index: float
    total: float


def weight_of_conversation(parts: Parts, replies: Sequence[Annotation]) -> Weight:
    """Return what a conversation of 100 turns with eight claims each takes when it is live.

    Each reply comes about twice, so that half of the turns speak of known things, as the turns of a long talk do.
    """
    rich = [with_claims(reply, CLAIMS) for reply in _richest(replies)[: TURNS // ROUNDS]]
    session, folded = Session("weighed", policy=parts.policy), Session("weighed", policy=parts.policy)
    for number in range(TURNS):
        record = parts.judge(session, said_later(rich[number % len(rich)], number, number // len(rich) // ROUNDS))
        # Folded from bytes, as after a restart: nothing is shared with the annotations, which are gone by then.
        folded.apply(decode_msgpack(encode_msgpack(record), TurnRecord))
    seen: set[int] = set()
    graph = size(folded.graph, seen)
    vectors = sum(size(getattr(folded, name), seen) for name in VECTORS)
    index = size(folded, seen)
    return Weight(graph=graph / KIB, vectors=vectors / KIB, index=index / KIB, total=(graph + vectors + index) / KIB)


def _richest(replies: Sequence[Annotation]) -> list[Annotation]:
    """Return the replies with enough claims; where there are none, the ones that have most."""
    most = min(CLAIMS, max(len(reply.claims) for reply in replies))
    return [reply for reply in replies if len(reply.claims) >= most]


def bytes_per_record(records: Iterable[TurnRecord]) -> float:
    """Return the mean size of records as the ledger stores them."""
    sizes = [len(encode_msgpack(record)) for record in records]
    return sum(sizes) / len(sizes) if sizes else 0.0


def size(value: object, seen: set[int]) -> int:
    """Return the bytes of a value and of all it holds, leaving out what is in `seen`, to which they are added."""
    total = 0
    waiting: deque[object] = deque([value])
    while waiting:
        found = waiting.pop()
        if id(found) in seen or isinstance(found, type):
            continue
        seen.add(id(found))
        total += getsizeof(found)
        waiting.extend(_held(found))
    return total


def _held(value: object) -> Iterable[object]:
    """Return what a value refers to; views (networkx has many) make their items anew and are not walked through."""
    if isinstance(value, str | bytes):
        return ()
    if isinstance(value, dict):
        return (*value.keys(), *value.values(), *_attributes(value))
    if isinstance(value, list | tuple | set | frozenset | deque):
        return (*value, *_attributes(value))
    return _attributes(value)


def _attributes(value: object) -> list[object]:
    held = [vars(value)] if hasattr(value, "__dict__") else []
    if isinstance(value, msgspec.Struct):
        return [*held, *(getattr(value, name) for name in value.__struct_fields__)]
    names = [name for kind in type(value).__mro__ for name in _slots(kind)]
    return [*held, *(getattr(value, name) for name in names if hasattr(value, name))]


def _slots(kind: type) -> tuple[str, ...]:
    found = kind.__dict__.get("__slots__", ())
    names = (found,) if isinstance(found, str) else tuple(found)
    return tuple(name for name in names if name not in {"__dict__", "__weakref__"})
