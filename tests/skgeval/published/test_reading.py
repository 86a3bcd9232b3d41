import pytest

from schemas.annotation import ReferenceKind, Vectors
from schemas.claim import Modality
from schemas.turn import Role
from skgeval.published.reading import read
from tests.skgeval.judgement.talk import claim, named, pointing, points, quality, said_by, thing, your
from tests.skgeval.published.talk import MeasuredEncoder


def triples(*claims, **facts):
    reading = read(said_by(Role.ASSISTANT, *claims, text="So it is.", **facts), MeasuredEncoder())
    return [(triple.subject, triple.relation, triple.object) for triple in reading.triples]


def test_names_are_in_lower_case_and_a_negation_stands_in_the_relation():
    assert triples(claim(named("Anna"), "live in", named("Rome"))) == [("anna", "live in", "rome")]
    assert triples(quality(thing("battery"), "new", polarity=False)) == [("battery", "not be", "new")]


def test_a_possession_of_the_speakers_goes_by_its_own_name_and_one_of_a_thing_by_both():
    assert triples(claim(your("warranty"), "cover", thing("water"))) == [("warranty", "cover", "water")]
    assert triples(quality(thing("capital", owner="france"), "old")) == [("france's capital", "be", "old")]


@pytest.mark.parametrize(
    ("modality", "said"),
    [(Modality.ASKED, 0), (Modality.HYPOTHETICAL, 0), (Modality.ADVISED, 1), (Modality.POSSIBLE, 1)],
)
def test_what_nobody_says_is_no_triple_and_all_else_is_a_fact(modality, said):
    assert len(triples(quality(thing("battery"), "new", modality=modality))) == said


def test_a_reference_is_followed_inside_its_turn_only():
    inside = points(ReferenceKind.PRONOUN, antecedent=thing("battery"))

    assert triples(quality(pointing(), "new"), references=(inside,)) == [("battery", "be", "new")]
    assert triples(quality(pointing(), "new"), references=(points(ReferenceKind.PRONOUN),)) == []


def test_rows_that_came_with_the_turn_are_used_and_only_the_others_are_encoded():
    encoder = MeasuredEncoder()
    given = encoder.row("a row that was given").tobytes()
    vectors = Vectors(dimensions=encoder.dimensions, labels=("battery",), label_rows=given)

    reading = read(said_by(Role.USER, quality(thing("battery"), "new"), text="It is.", vectors=vectors), encoder)

    assert reading.rows["battery"] == given
    assert sorted(reading.rows) == ["battery", "battery Object", "be", "new", "new Object"]
    assert "battery" not in encoder.rows
