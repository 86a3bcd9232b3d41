"""What a value takes."""

from __future__ import annotations

from collections import OrderedDict, deque
from sys import getsizeof

import msgspec
import networkx as nx

from stream.bench.memory import size


class Pair(msgspec.Struct, frozen=True):
    left: object
    right: object


class Slotted:
    __slots__ = ("_kept",)

    def __init__(self, kept: object) -> None:
        self._kept = kept


def test_what_two_hold_in_common_is_counted_once():
    shared = b"x" * 10_000

    assert size(Pair(shared, shared), set()) < 10_000 + 500
    assert size(Pair(b"x" * 10_000, b"y" * 10_000), set()) > 20_000


def test_what_was_seen_before_is_left_out():
    shared = b"x" * 10_000
    seen: set[int] = set()
    size(shared, seen)

    assert size([shared], seen) < 500


def test_every_kind_of_container_is_looked_into():
    load = b"x" * 10_000

    for holder in ({"k": load}, {load: 1}, OrderedDict(k=load), [load], (load,), {load}, deque([load]), Slotted(load)):
        assert size(holder, set()) >= getsizeof(load) + getsizeof(holder)


def test_a_graph_is_counted_with_its_nodes_and_edges():
    graph = nx.MultiDiGraph()
    graph.add_edge("a", "b", key="k", text="t" * 5_000)
    assert list(graph.edges) == [("a", "b", "k")]

    assert 5_000 < size(graph, set()) < 15_000
