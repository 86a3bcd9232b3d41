"""Which stated numbers can be compared, and which of them can be true together."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.claim import Quantity
from skgeval.annotation.quantities import read_quantities
from skgeval.policy import Policy
from skgeval.quantities import comparable, overlaps

POLICY = Policy()
STATED = (
    "90 min", "an hour and a half", "24 months", "2 years", "12 months", "500 g", "0.5 kg", "3 dogs", "10 dogs",
    "about 300 people", "295 people", "50 %", "half", "3 pm", "15:00", "3:00", "at least 5 dogs", "up to 4 dogs",
    "from 9 am to 5 pm", "20 °C", "68 °F", "$5", "10-15 dollars", "5 March", "5 March 2026", "in 2026",
    "the 1990s", "Monday", "the third day", "version 2.1", "2 million people", "$10 a month", "120 dollars a year",
    "around 3 pm", "Dec 20 - Jan 5", "2 January", "3.1 miles", "5 km", "40 mm", "03/05",
)  # fmt: skip


def read(text: str) -> Quantity:
    ((_, _, quantity),) = read_quantities(text)
    return quantity


def agree(earlier: str, later: str) -> bool:
    assert comparable(read(earlier), read(later))
    return overlaps(read(earlier), read(later), POLICY)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("90 min", "an hour and a half"),
        ("90 minutes", "1.5 h"),
        ("24 months", "2 years"),
        ("12 months", "a year"),
        ("1 month", "30 days"),
        ("3 months", "90 days"),
        ("500 g", "0.5 kg"),
        ("5 km", "3.1 miles"),
        ("6 feet", "1.83 m"),
        ("20 °C", "68 °F"),
        ("180 °C", "350 °F"),
        ("50 %", "half"),
        ("a third", "33 %"),
        ("3 out of 4", "75 percent"),
        ("3 pm", "15:00"),
        ("3:00", "3 pm"),
        ("3:00", "3 am"),
        ("noon", "12:00"),
        ("half past two", "14:30"),
        ("about 300 people", "295 people"),
        ("about 300 people", "330 people"),
        ("at least 5 dogs", "7 dogs"),
        ("at least 5 dogs", "5 dogs"),
        ("up to 10 GB", "8 GB"),
        ("10-15 minutes", "12 minutes"),
        ("between 3 and 5 days", "5 days"),
        ("$1.5 million", "1,500,000 dollars"),
        ("$10 a month", "120 dollars a year"),
        ("20 bucks", "$20"),
        ("5 March", "March 5, 2026"),
        ("2026-03-05", "March 2026"),
        ("5 March 2026", "in 2026"),
        ("the 1990s", "in 1994"),
        ("03/05", "5 March"),
        ("03/05", "3 May"),
        ("Dec 20 - Jan 5", "2 January"),
        ("Monday", "Mondays"),
        ("9 to 5", "from 9 am to 5 pm"),
        ("10 pm to 2 am", "1 am"),
        ("2 million people", "2.05 million people"),
        ("a dozen eggs", "12 eggs"),
        ("twenty-four cats", "24 cats"),
        ("version 2.1", "version 2.1"),
        ("around 3 pm", "3:20 pm"),
    ],
)
def test_the_same_said_in_other_words_agrees(earlier, later):
    assert agree(earlier, later)
    assert agree(later, earlier)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("24 months", "12 months"),
        ("30 months", "31 months"),
        ("1 year", "13 months"),
        ("40 mm", "38 mm"),
        ("22 h", "40 h"),
        ("370,000 people", "900,000 people"),
        ("10 dogs", "8 dogs"),
        ("3 dogs", "2 dogs"),
        ("1,000 dogs", "1,001 dogs"),
        ("50 %", "a third"),
        ("3 pm", "15:05"),
        ("3 pm", "3 am"),
        ("3:00", "4 pm"),
        ("about 300 people", "370 people"),
        ("at least 5 dogs", "3 dogs"),
        ("more than 5 dogs", "5 dogs"),
        ("fewer than 10 dogs", "10 dogs"),
        ("up to 10 GB", "12 GB"),
        ("10-15 minutes", "20 minutes"),
        ("$20", "$30"),
        ("$10 a month", "$10 a year"),
        ("5 March", "6 March"),
        ("5 March 2026", "5 March 2025"),
        ("in 1905", "in 1906"),
        ("the 1990s", "in 2003"),
        ("Monday", "Tuesday"),
        ("the third day", "the fourth day"),
        ("version 2.1", "version 2.10"),
        ("Dec 20 - Jan 5", "10 January"),
        ("5 km", "5 miles"),
        ("20 °C", "25 °C"),
        ("2 million people", "2.4 million people"),
        ("around 3 pm", "3:21 pm"),
    ],
)
def test_what_cannot_be_true_together_does_not_overlap(earlier, later):
    assert not agree(earlier, later)
    assert not agree(later, earlier)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("3 dogs", "3 cats"),
        ("3 hours", "3 miles"),
        ("$5", "5 euros"),
        ("3 dogs", "the third dog"),
        ("3 pm", "3 hours"),
        ("version 3", "3 dogs"),
        ("10 dollars", "10 dollars a month"),
        ("5 March", "Monday"),
    ],
)
def test_different_things_are_not_compared(earlier, later):
    assert not comparable(read(earlier), read(later))


def test_a_bare_number_may_be_of_the_thing_that_the_other_names():
    assert comparable(read("24"), read("24 dogs"))


@given(st.sampled_from(STATED))
def test_a_quantity_agrees_with_itself(text):
    assert comparable(read(text), read(text))
    assert overlaps(read(text), read(text), POLICY)


@given(st.sampled_from(STATED), st.sampled_from(STATED))
@settings(max_examples=300)
def test_comparing_is_symmetric(one, other):
    earlier, later = read(one), read(other)

    assert comparable(earlier, later) == comparable(later, earlier)
    if comparable(earlier, later):
        assert overlaps(earlier, later, POLICY) == overlaps(later, earlier, POLICY)


CONVERSIONS = [
    ("hours", "minutes", 60), ("kg", "g", 1000), ("km", "m", 1000), ("years", "months", 12), ("weeks", "days", 7),
    ("meters", "cm", 100), ("GB", "MB", 1000), ("feet", "inches", 12), ("dollars", "cents", 100),
]  # fmt: skip


@given(st.integers(1, 400), st.sampled_from(CONVERSIONS))
def test_a_converted_quantity_agrees_and_its_double_does_not(number, conversion):
    large, small, factor = conversion

    assert agree(f"{number} {large}", f"{number * factor} {small}")
    assert not agree(f"{number} {large}", f"{2 * number * factor} {small}")


@given(st.integers(2, 10_000), st.integers(2, 10_000))
def test_counts_agree_only_when_they_are_equal(one, other):
    assert agree(f"{one} dogs", f"{other} dogs") == (one == other)
