"""Plays exchanges with vectors made to measure, so that every cosine is exact."""

from __future__ import annotations

from itertools import count
from math import isqrt

import msgspec
import numpy as np

from schemas.annotation import Vectors
from schemas.record import BoundClaim
from schemas.turn import Role
from skgeval.published.constants import CONSTANTS
from skgeval.published.judge import Baseline, judge
from skgeval.published.reading import read
from skgeval.published.whiteboard import Whiteboard
from skgeval.published.words import load_words
from tests.skgeval.judgement.talk import claim, said_by, thing

WORDS = load_words()
LONG_PROMPT = "please tell me a good deal more about all of this"  # 11 words: the regime is not `question`
LONG_ANSWER = "here is a rather long answer that says a good deal about it"  # 13 words: it is not short


class MeasuredEncoder:
    """Every text has an axis of its own; `near[later, earlier]` is the cosine of two texts, in hundredths.

    The later text's row has length 100: that many parts along the earlier text's axis and four whole numbers on axes of
    its own, whose squares make up the rest (Lagrange). So the cosine is a whole number over 100, exactly.
    """

    name = "measured"
    dimensions = 1_000

    def __init__(self, near=None):
        self.near = dict(near or {})
        self.rows = {}
        self._axes = count()

    def digest(self):
        return "measured"

    def serves(self, _language):
        return True

    def encode(self, texts):
        return np.array([self.row(text) for text in texts], dtype=np.int8).reshape(-1, self.dimensions)

    def row(self, text):
        if text not in self.rows:
            self.rows[text] = self._made(text)
        return self.rows[text]

    def _made(self, text):
        row = np.zeros(self.dimensions, dtype=np.int8)
        pair = next((pair for pair in self.near if pair[0] == text), None)
        if pair is None:
            row[next(self._axes)] = 1
            return row
        assert np.count_nonzero(self.row(pair[1])) == 1, f"{pair[1]} needs an axis of its own"
        hundredths = round(100 * self.near[pair])
        row += self.row(pair[1]) * np.int8(hundredths)
        for part in four_squares(10_000 - hundredths**2):
            row[next(self._axes)] = part
        return row


def four_squares(number):
    """Return four whole numbers whose squares add up to `number`."""
    for one in range(isqrt(number), -1, -1):
        for two in range(isqrt(number - one**2), -1, -1):
            rest = number - one**2 - two**2
            for three in range(isqrt(rest), -1, -1):
                four = isqrt(rest - three**2)
                if four**2 == rest - three**2:
                    return one, two, three, four
    raise AssertionError(number)


class Talk:
    """One conversation; what the user says is judged with the next answer."""

    def __init__(self, **near):
        self.encoder = MeasuredEncoder(near.pop("near", None))
        self.baseline = Baseline(encoder=self.encoder, words=WORDS, constants=CONSTANTS)
        self.board = Whiteboard()
        self._asked = []
        self._position = count()

    def user(self, *claims, text=LONG_PROMPT):
        self._asked.append(self._read(Role.USER, claims, text))

    def assistant(self, *claims, text=LONG_ANSWER, **facts):
        exchange = judge(self.board, self._asked, self._read(Role.ASSISTANT, claims, text, **facts), self.baseline)
        self.board.apply(exchange)
        self._asked = []
        return exchange

    def _read(self, role, claims, text, reference="", **facts):
        row = self.encoder.encode([text]).tobytes()
        vectors = Vectors(
            dimensions=self.encoder.dimensions,
            sentences=row,
            turn=row,
            reference=self.encoder.encode([reference]).tobytes() if reference else b"",
        )
        facts.setdefault("vectors", vectors)
        annotation = said_by(role, *claims, text=text, index=next(self._position), **facts)
        return read(annotation, self.encoder)


def says(subject, relation, value, **facts):
    """State something about things named by their labels."""
    return claim(thing(subject), relation, thing(value), **facts)


def edge(relation, value, **facts):
    """Return a fact edge of the node "warranty"."""
    spoken = says("warranty", relation, value, **facts)
    return BoundClaim(
        key="0.0", turn=0, turn_id="", claim=spoken, subject="warranty", family=relation, object=value, text=""
    )


NEAR_FLOOR = msgspec.structs.replace(CONSTANTS, drift_relation=0.20)
"""The numbers with a limit of drift that lies below both floors."""
