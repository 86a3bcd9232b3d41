"""Two numbers of one property (METHOD.md, section 6)."""

import pytest

from schemas.claim import Comparator, Form, Quantity, QuantityRole
from tests.skgeval.judgement.contradiction.claims import compared, measured, mention, said, verdict

MONTH = 2_629_800.0
WARRANTY = mention("warranty", owner="USER")


def months(count, **facts):
    low, high = (count - 0.5) * MONTH, (count + 0.5) * MONTH
    return Quantity(
        value=float(count),
        unit="month",
        dimension="time",
        role=QuantityRole.MEASURE,
        low=low,
        high=high,
        text=f"{count} months",
        **facts,
    )


def number(count, counted="", text=""):
    return Quantity(
        value=float(count), low=count, high=count, counted=counted, role=QuantityRole.COUNT, text=text or str(count)
    )


def test_two_durations_of_one_warranty_are_a_conflict_whatever_the_verb():
    found = compared(measured(WARRANTY, "last", months(24)), measured(WARRANTY, "be", months(12)))

    assert found.conflict is not None
    assert found.conflict.detector.value == "numeric_mismatch"
    assert found.conflict.strength == pytest.approx(0.92)


def test_equal_durations_are_none():
    assert verdict(measured(WARRANTY, "last", months(24)), measured(WARRANTY, "be", months(24))) == ""


def test_about_leaves_a_tenth_of_room():
    roughly = months(24, comparator=Comparator.ABOUT)

    assert verdict(measured(WARRANTY, "be", roughly), measured(WARRANTY, "be", months(26))) == ""
    assert verdict(measured(WARRANTY, "be", roughly), measured(WARRANTY, "be", months(30))) == "numeric_mismatch"


def test_counts_conflict_when_one_thing_is_counted():
    rooms = said("the house", "have", "room", quantity=number(3, "room"))

    assert verdict(rooms, said("the house", "have", "room", quantity=number(4, "room"))) == "numeric_mismatch"
    assert verdict(rooms, said("the house", "have", "window", quantity=number(4, "window"))) == ""


def test_a_number_of_an_unowned_noun_is_weak():
    answer = mention("answer", definite=True)

    found = compared(measured(answer, "be", number(24)), measured(answer, "be", number(25)))

    assert found.rejected_by == "generic_subject"


def test_a_sentence_that_repeats_the_earlier_number_compares_or_corrects():
    later = measured(WARRANTY, "be", months(12), text="Your warranty is 12 months, down from 24 months.")

    assert compared(measured(WARRANTY, "be", months(24)), later).rejected_by == "restated"


def test_a_denied_number_is_no_second_value():
    denied = said(WARRANTY, "be", mention("12 months"), quantity=months(12), polarity=False, form=Form.NUMBER)

    assert verdict(measured(WARRANTY, "be", months(24)), denied) == ""


def test_a_bare_number_of_a_person_is_their_age():
    old = measured(
        "USER",
        "be old",
        Quantity(
            value=30.0,
            unit="year",
            dimension="time",
            role=QuantityRole.MEASURE,
            low=30 * 31_557_600.0,
            high=31 * 31_557_600.0,
            text="30 years",
        ),
    )

    assert verdict(old, measured("USER", "be", number(39))) == "numeric_mismatch"
    assert verdict(old, measured("USER", "be", number(30))) == ""


def test_a_year_of_what_happens_often_is_no_only_one():
    def in_year(relation, year):
        text = str(year)
        stated = Quantity(value=float(year), low=year, high=year, dimension="date", role=QuantityRole.YEAR, text=text)
        return said("the captain", relation, mention(text), quantity=stated, form=Form.PREPOSITION)

    assert verdict(in_year("bear in", 1905), in_year("bear in", 1912)) == "numeric_mismatch"
    assert verdict(in_year("travel in", 1905), in_year("travel in", 1912)) == ""


def test_numbers_at_different_places_are_none():
    def boils(count):
        degrees = Quantity(
            value=count,
            unit="degC",
            dimension="temperature",
            role=QuantityRole.MEASURE,
            low=count,
            high=count,
            text=f"{count} degrees",
        )
        return said("water", "boil at", mention(degrees.text), quantity=degrees, form=Form.PREPOSITION)

    assert verdict(boils(100.0), boils(90.0)) == "numeric_mismatch"
    sea, peak = mention("sea level"), mention("high altitude")
    assert verdict(boils(100.0), boils(90.0), earlier_set=(sea,), later_set=(peak,)) == ""
    assert verdict(boils(100.0), boils(90.0), later_set=(peak,)) == ""
    assert verdict(boils(100.0), boils(90.0), earlier_set=(sea,), later_set=(sea,)) == "numeric_mismatch"
