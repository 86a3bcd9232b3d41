"""Under which keys claims meet (METHOD.md, section 3)."""

import pytest

from schemas.claim import Quantity, QuantityRole
from skgeval.judgement.families import relation_family, slot_key
from tests.skgeval.judgement.contradiction.claims import KNOWLEDGE, mention, said

HOURS = Quantity(value=3.0, unit="hour", dimension="time", role=QuantityRole.MEASURE, text="3 hours")
EUROS = Quantity(value=3.0, unit="EUR", dimension="currency:EUR", role=QuantityRole.PRICE, text="3 euros")
NINE = Quantity(value=540, dimension="clock", role=QuantityRole.CLOCK, text="9 am")
ROOMS = Quantity(value=3.0, counted="room", text="3")


def family(relation, thing="x", **facts):
    return relation_family(said("subject", relation, thing, **facts).claim, KNOWLEDGE)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("love", "hate"),
        ("own", "have"),
        ("lack", "have"),
        ("reside in", "live in"),
        ("increase", "reduce"),
        ("be from", "come from"),
    ],
)
def test_relations_about_one_matter_share_a_family(one, other):
    assert family(one) == family(other)


@pytest.mark.parametrize(
    ("one", "other"), [("eat", "drink"), ("live in", "work in"), ("like", "have"), ("write by", "direct by")]
)
def test_other_relations_do_not(one, other):
    assert family(one) != family(other)


def test_measure_verbs_and_the_copula_are_one_family_per_dimension():
    assert (
        family("last", quantity=HOURS)
        == family("be", quantity=HOURS)
        == family("take", quantity=HOURS)
        == "measure:time"
    )
    assert family("cost", quantity=EUROS) == family("be", quantity=EUROS) == "measure:currency"


def test_a_copula_with_a_clock_time_dates_its_subject():
    assert family("be at", quantity=NINE) == "measure:clock"
    assert family("open at", quantity=NINE) == "open at"


def test_counted_things_stay_with_their_relation():
    assert family("have", quantity=ROOMS) == "have"


def test_an_attribute_fills_its_owners_slot():
    filled = slot_key(said(mention("job", owner="USER"), "be", "nurse").claim, KNOWLEDGE)

    assert filled is not None
    assert filled.slot.name == "job"
    assert filled.by_owner
