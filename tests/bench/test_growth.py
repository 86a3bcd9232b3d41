"""Annotations for conversations longer than any at hand."""

from __future__ import annotations

from schemas.annotation import Annotation, Vectors
from schemas.claim import USER, Claim, Mention, Span
from schemas.turn import Role
from stream.bench.growth import said_later, with_claims


def claim(subject: str, relation: str, thing: str) -> Claim:
    return Claim(
        subject=Mention(text=subject, label=subject),
        relation=relation,
        object=Mention(text=thing, label=thing, owner=subject),
        speaker=Role.ASSISTANT,
        sentence=0,
        span=Span(start=0, end=1),
    )


ANNOTATION = Annotation(
    conversation="c",
    role=Role.ASSISTANT,
    turn_id="index:0",
    text="text",
    text_digest="digest",
    claims=(claim("kettle", "have", "lid"), claim(USER, "like", "tea")),
    vectors=Vectors(dimensions=1, labels=("have", "kettle", "lid", "like", "tea"), label_rows=bytes([1, 2, 3, 4, 5])),
)


def test_in_the_first_round_only_the_place_changes():
    later = said_later(ANNOTATION, 7, 0)

    assert (later.index, later.turn_id) == (7, "index:7")
    assert later.claims == ANNOTATION.claims
    assert later.vectors == ANNOTATION.vectors


def test_from_the_second_round_on_things_are_new_and_participants_are_not():
    later = said_later(ANNOTATION, 9, 1)

    assert [(one.subject.label, one.object.label, one.object.owner) for one in later.claims] == [
        ("kettle 1", "lid 1", "kettle 1"),
        (USER, "tea 1", USER),
    ]
    assert later.text_digest != ANNOTATION.text_digest


def test_rows_go_with_their_labels_which_stay_sorted():
    later = said_later(ANNOTATION, 9, 1)

    assert later.vectors.labels == ("have", "kettle 1", "lid 1", "like", "tea 1")
    assert later.vectors.label_rows == bytes([1, 2, 3, 4, 5])


def test_with_fewer_claims_only_their_rows_are_kept():
    fewer = with_claims(ANNOTATION, 1)

    assert fewer.claims == ANNOTATION.claims[:1]
    assert fewer.vectors.labels == ("have", "kettle", "lid")
    assert fewer.vectors.label_rows == bytes([1, 2, 3])
