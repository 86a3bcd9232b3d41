"""Numbers as people write them: value, unit, comparator, role and the thing counted."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.claim import Comparator, Quantity, QuantityRole
from skgeval.annotation.quantities import read_quantities


def read(text: str) -> Quantity:
    ((_, _, quantity),) = read_quantities(text)
    return quantity


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("It has 1,234.5 points", 1234.5),
        ("10k people", 10_000),
        ("3/4 of it", 0.75),
        ("½ of it", 0.5),
        ("twenty-four dogs", 24),
        ("twenty four dogs", 24),
        ("one hundred and five dogs", 105),
        ("two thousand three hundred dogs", 2300),
        ("a dozen eggs", 12),
        ("half a dozen eggs", 6),
        ("two dozen eggs", 24),
        ("a hundred dogs", 100),
        ("two and a half million people", 2_500_000),
        ("three quarters of them", 0.75),
        ("one brother", 1),
        ("-5 dogs", -5),
        ("12.", 12),
    ],
)
def test_numbers_in_digits_and_words(text, value):
    assert read(text).value == value


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("90 min", 90, "minute"),
        ("1.5 h", 1.5, "hour"),
        ("an hour and a half", 1.5, "hour"),
        ("two and a half hours", 2.5, "hour"),
        ("half an hour", 0.5, "hour"),
        ("2 hours and 30 minutes", 2.5, "hour"),
        ("a 24-month plan", 24, "month"),
        ("30 years old", 30, "year"),
        ("a 3-year-old", 3, "year"),
        ("16GB", 16, "gigabyte"),
        ("5m", 5, "meter"),
        ("20 °C", 20, "degree_Celsius"),
        ("68 degrees Fahrenheit", 68, "degree_Fahrenheit"),
        ("minus 5 degrees", -5, "degree"),
        ("60 km/h", 60, "kilometer_per_hour"),
        ("120 square meters", 120, "square_meter"),
        ("1 1/2 cups", 1.5, "cup"),
        ("5'11\"", 71, "inch"),
        ("50 %", 50, "percent"),
        ("50 percent", 50, "percent"),
        ("€5", 5, "EUR"),
        ("5 euros", 5, "EUR"),
        ("20 bucks", 20, "USD"),
        ("$1.5 million", 1_500_000, "USD"),
        ("$20k", 20_000, "USD"),
        ("£3", 3, "GBP"),
        ("¥300", 300, "JPY"),
        ("20 pounds of flour", 20, "pound"),
        ("it costs 20 pounds", 20, "GBP"),
        ("$10 per month", 10, "USD/month"),
        ("3 cups a day", 3, "cup/day"),
        ("five days a week", 5, "day/week"),
    ],
)
def test_units_and_prices(text, value, unit):
    quantity = read(text)

    assert (quantity.value, quantity.unit) == (value, unit)


def test_the_interval_holds_the_stated_precision_in_base_units():
    quantity = read("90 min")

    assert (quantity.low, quantity.high) == (5370, 5430)


@pytest.mark.parametrize(
    ("text", "comparator", "low", "high"),
    [
        ("about 300 dogs", Comparator.ABOUT, 300, 300),
        ("~300 dogs", Comparator.ABOUT, 300, 300),
        ("a couple of dogs", Comparator.ABOUT, 2, 2),
        ("300 dogs or so", Comparator.ABOUT, 300, 300),
        ("at least 5 dogs", Comparator.AT_LEAST, 5, None),
        ("5 or more", Comparator.AT_LEAST, 5, None),
        ("50+ dogs", Comparator.AT_LEAST, 50, None),
        ("more than 5 dogs", Comparator.AT_LEAST, 6, None),
        ("up to 5 dogs", Comparator.AT_MOST, None, 5),
        ("no more than 5 dogs", Comparator.AT_MOST, None, 5),
        ("fewer than 5 dogs", Comparator.AT_MOST, None, 4),
        ("3-5 dogs", Comparator.RANGE, 3, 5),
        ("between three and five dogs", Comparator.RANGE, 3, 5),
        ("two or three dogs", Comparator.RANGE, 2, 3),
        ("5 dogs", Comparator.EXACT, 5, 5),
        ("10-15 km", Comparator.RANGE, 10_000, 15_300),
        ("5% to 10%", Comparator.RANGE, 0.049, 0.102),
        ("from 9 am to 5 pm", Comparator.RANGE, 540, 1020),
        ("9-11 am", Comparator.RANGE, 540, 660),
        ("after 6 pm", Comparator.AT_LEAST, 1080, 1440),
        ("by 5 pm", Comparator.AT_MOST, 0, 1020),
    ],
)
def test_comparators_and_ranges(text, comparator, low, high):
    quantity = read(text)

    assert quantity.comparator is comparator
    assert (quantity.low, quantity.high) == (pytest.approx(low), pytest.approx(high))


@pytest.mark.parametrize(
    ("text", "minutes", "unit"),
    [
        ("3 pm", 900, "24h"),
        ("3 p.m.", 900, "24h"),
        ("15:00", 900, "24h"),
        ("3:00", 180, "12h"),
        ("09:30", 570, "24h"),
        ("noon", 720, "24h"),
        ("midnight", 0, "24h"),
        ("12 am", 0, "24h"),
        ("half past two", 150, "12h"),
        ("quarter to five", 285, "12h"),
        ("ten past six", 370, "12h"),
        ("half past 3 in the afternoon", 930, "24h"),
        ("7 o'clock", 420, "12h"),
        ("at 7", 420, "12h"),
        ("at 9 in the morning", 540, "24h"),
    ],
)
def test_clock_times(text, minutes, unit):
    quantity = read(text)

    assert quantity.role is QuantityRole.CLOCK
    assert (quantity.low, quantity.unit) == (minutes, unit)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("5 March", 305, 305),
        ("March 5, 2026", 20260305, 20260305),
        ("the fifth of March", 305, 305),
        ("March fifth, 1990", 19900305, 19900305),
        ("2026-03-05", 20260305, 20260305),
        ("5.3.2026", 20260305, 20260305),
        ("03/05", 305, 503),
        ("25/12/2020", 20201225, 20201225),
        ("March 2026", 20260301, 20260331),
        ("in March", 301, 331),
        ("March 3-5", 303, 305),
        ("in 1905", 19050101, 19051231),
        ("the 1990s", 19900101, 19991231),
        ("in the 80s", 19800101, 19891231),
        ("the 19th century", 18000101, 18991231),
        ("nineteen eighty-four", 19840101, 19841231),
        ("2010-2015", 20100101, 20151231),
        ("44 BC", -439899, -438769),
    ],
)
def test_dates_and_years(text, low, high):
    quantity = read(text)

    assert quantity.dimension == "date"
    assert (quantity.low, quantity.high) == (low, high)


@pytest.mark.parametrize(
    ("text", "role", "counted"),
    [
        ("version 2.1", QuantityRole.IDENTIFIER, "version"),
        ("HDMI 2.1", QuantityRole.IDENTIFIER, "hdmi"),
        ("Python 3.11.4", QuantityRole.IDENTIFIER, "version"),
        ("room 12", QuantityRole.IDENTIFIER, "room"),
        ("order #4711", QuantityRole.IDENTIFIER, ""),
        ("a Boeing 747", QuantityRole.IDENTIFIER, "boeing"),
        ("call 555-123-4567", QuantityRole.IDENTIFIER, "phone"),
        ("code CB20QQ", QuantityRole.IDENTIFIER, "code"),
        ("2043 Camden Avenue", QuantityRole.IDENTIFIER, "address"),
        ("the third time", QuantityRole.ORDINAL, "time"),
        ("on the 14th", QuantityRole.ORDINAL, ""),
        ("order 3 pizzas", QuantityRole.COUNT, "pizza"),
        ("three big red dogs", QuantityRole.COUNT, "dog"),
        ("two of my sisters", QuantityRole.COUNT, "sister"),
        ("12 people", QuantityRole.COUNT, "person"),
        ("12 sheep", QuantityRole.COUNT, "sheep"),
        ("a 4-star hotel", QuantityRole.COUNT, "star"),
        ("2020 people", QuantityRole.COUNT, "person"),
        ("in 2020", QuantityRole.YEAR, ""),
        ("on Monday", QuantityRole.DATE, ""),
        ("$20", QuantityRole.PRICE, ""),
    ],
)
def test_roles_and_the_thing_counted(text, role, counted):
    quantity = read(text)

    assert (quantity.role, quantity.counted) == (role, counted)


@pytest.mark.parametrize(
    "text",
    [
        "hundreds of people",
        "several dogs",
        "a few dogs",
        "this one is mine",
        "one of them",
        "no one came",
        "wait a second",
        "First, wash it.",
        "you may march on",
        "He may go",
        "",
    ],
)
def test_vague_words_and_pronouns_are_no_quantities(text):
    assert read_quantities(text) == ()


def test_a_change_from_one_value_to_another_is_no_range():
    found = [quantity for _, _, quantity in read_quantities("It was raised from 12 to 24 months.")]

    assert [(quantity.value, quantity.unit) for quantity in found] == [(12, "month"), (24, "month")]


def test_each_quantity_says_where_it_stands():
    text = "I have two cats, and it takes about 3 hours."

    assert [text[start:end] for start, end, _ in read_quantities(text)] == ["two", "about 3 hours"]


PARTS = (
    "3", "12", "half", "a", "an", "one", "hundred", "and", "hour", "months", "March", "to", "-", "%", "$", "pm",
    ":", "/", ".", "past", "quarter", "of", "per", "day", "at least", "or", "more", "between", "1990", "second",
    "th", "A", "°", "C", "'",
)  # fmt: skip


@given(st.lists(st.sampled_from(PARTS), max_size=12), st.sampled_from(["", " "]))
@settings(max_examples=400, deadline=None)
def test_quantities_stand_in_order_without_overlap(parts, glue):
    text = glue.join(parts)

    position = 0
    for start, end, quantity in read_quantities(text):
        assert position <= start < end <= len(text)
        assert quantity.low is None or quantity.high is None or quantity.low <= quantity.high
        position = end


@given(st.text(max_size=80))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_without_an_error(text):
    read_quantities(text)


@pytest.mark.parametrize("text", ["And I'm 34 and live in Leeds", "Well, She's 34 now", "But It’s 34"])
def test_a_number_after_a_contraction_is_no_name(text):
    assert read(text).role is not QuantityRole.IDENTIFIER
