"""One turn read, and that nothing but the turn decides the outcome."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
import pytest

from schemas.turn import Role, Turn
from skgeval.annotation.annotate import Annotator, annotate, annotate_many, chosen_labels
from skgeval.annotation.encoding import HashEncoder
from skgeval.annotation.errors import ExtractionError
from skgeval.annotation.extraction import Extraction, LocalExtractor
from skgeval.annotation.text import Document
from skgeval.annotation.text.identity import turn_identity
from skgeval.policy import AnnotationPolicy


@pytest.fixture(scope="module")
def annotator() -> Annotator:
    return Annotator(extractor=LocalExtractor(), encoder=HashEncoder())


class BrokenExtractor:
    name = "broken"
    languages = frozenset({"en"})

    def digest(self) -> str:
        return "broken"

    def extract(self, turn: Turn, document: Document, policy: AnnotationPolicy) -> Extraction:
        del turn, document, policy
        raise ExtractionError(extractor=self.name, problem="out of order")


def turn(text: str, role: Role = Role.USER) -> Turn:
    return Turn(conversation="c", role=role, text=text, index=0)


TEXTS = [
    "I live in Bern.",
    "The warranty lasts 24 months. It covers parts.",
    "",
    "How long is it?",
    "- Battery: lasts a day\n- Screen: is bright",
    "i dont like fish im into chess",
    "Yes, 12 months.",
    "Change the tea to cocoa.",
]


def test_a_turn_gives_the_same_bytes_alone_and_in_a_batch_of_64(annotator: Annotator):
    turns = [turn(TEXTS[index % len(TEXTS)]) for index in range(64)]

    together = [msgspec.msgpack.encode(annotation) for annotation in annotate_many(turns, annotator)]

    assert together == [msgspec.msgpack.encode(annotate(single, annotator)) for single in turns]


def test_a_failed_extraction_is_not_an_empty_one(annotator: Annotator):
    broken = Annotator(extractor=BrokenExtractor(), encoder=HashEncoder())

    annotation = annotate(turn("I live in Bern."), broken)

    assert annotation.claims == ()
    assert annotation.failure == "extractor broken: out of order"
    assert [sentence.text for sentence in annotation.sentences] == ["I live in Bern."]
    assert annotate(turn(""), annotator).failure == ""


def test_another_language_gives_sentences_but_no_claims():
    annotator = Annotator(extractor=LocalExtractor(), encoder=HashEncoder(), detect=lambda _: "fr")

    annotation = annotate(turn("Le projet utilise une base."), annotator)

    assert annotation.claims == ()
    assert annotation.failure == ""
    assert (annotation.language, annotation.served) == ("fr", False)
    assert len(annotation.sentences) == 1


def test_an_identity_is_the_id_then_the_index_then_a_digest():
    at = datetime(2026, 1, 1, tzinfo=UTC)
    bare = Turn(conversation="c", role=Role.USER, text="Hi", at=at)

    assert turn_identity(Turn(conversation="c", role=Role.USER, text="Hi", turn_id="t7", index=3)) == "t7"
    assert turn_identity(turn("Hi")) == "index:0"
    assert turn_identity(bare) == turn_identity(msgspec.structs.replace(bare, assistant="other"))
    assert turn_identity(bare) != turn_identity(msgspec.structs.replace(bare, text="Ho"))


def test_labels_are_those_of_the_most_important_stated_claims(annotator: Annotator):
    claims = annotate(turn("I own a boat. Is the roof red? Mars has two moons."), annotator).claims

    assert chosen_labels(claims, 48) == ("boat", "have", "mars", "moon", "own")
    assert chosen_labels(claims, 2) == ("mars", "moon")
    assert chosen_labels(claims, 0) == ()


def test_numbers_and_participants_need_no_vector(annotator: Annotator):
    claims = annotate(turn("I am 40 years old. The fee is 30 dollars."), annotator).claims

    assert chosen_labels(claims, 48) == ("be", "be old", "fee")


def test_the_digest_changes_with_the_policy(annotator: Annotator):
    other = msgspec.structs.replace(annotator, policy=AnnotationPolicy(max_claims=7))

    assert annotator.digests() == annotator.digests()
    assert annotator.digests().annotation_policy != other.digests().annotation_policy
