"""Which sentences say what units, currency, clock or spelling to use."""

from __future__ import annotations

import pytest

from schemas.annotation import RuleKind
from tests.skgeval.annotation.rules.said import lifted, said, set_of

UNITS = [
    ("Use metric units.", "metric", "mile"),
    ("Please give all distances in miles.", "imperial", "km"),
    ("Prices in euros only, please.", "euros", "$"),
    ("Always use Celsius.", "celsius", "fahrenheit"),
    ("I'd like you to quote prices in dollars.", "dollars", "€"),
    ("No imperial units, please.", "no imperial", "mile"),
    ("From now on show times in the 24-hour format.", "24-hour time", "pm"),
    ("Stick to the metric system.", "metric", "pound"),
    ("Metric only.", "metric", "inch"),
    ("Don't use Fahrenheit.", "no fahrenheit", "fahrenheit"),
    ("You must express all temperatures in Fahrenheit.", "fahrenheit", "celsius"),
    ("All amounts in Swiss francs, please.", "francs", "$"),
]
NOT_UNITS = [
    "How many miles is 5 km?",
    "Convert 20 dollars to euros.",
    "I ran ten miles today.",
    "The price is in euros.",
    "It was 30 degrees Celsius.",
    "Do they use the metric system in Canada?",
    "I paid in dollars.",
    "We drove for miles.",
    "My scale shows pounds and ounces.",
    "Is military time hard to learn?",
]
SPELLING = [
    ("Use British spelling.", "british"),
    ("American English, please.", "american"),
    ("Please write in UK English.", "british"),
    ("Always use US spelling.", "american"),
    ("Don't use American spelling.", "british"),
    ("I want you to stick to British English.", "british"),
    ("From now on spell everything the American way.", "american"),
    ("Your answers must use British English.", "british"),
    ("Could you use American spelling?", "american"),
]
NOT_SPELLING = [
    "What is the difference between British and American spelling?",
    "I grew up with British English.",
    "Is colour British spelling?",
    "She teaches American English.",
    "American English has many dialects.",
    "How do you spell centre?",
    "My spellchecker is set to UK English.",
    "British English sounds nice.",
]


@pytest.mark.parametrize(("sentence", "unit", "excluded"), UNITS)
def test_units_of_answers_are_a_rule(sentence, unit, excluded):
    (rule,) = set_of(RuleKind.UNITS, sentence)

    assert rule.unit == unit
    assert excluded in rule.terms


@pytest.mark.parametrize("sentence", NOT_UNITS)
def test_amounts_and_conversions_are_no_rule(sentence):
    assert said(sentence) == ()


@pytest.mark.parametrize(("sentence", "unit"), SPELLING)
def test_a_spelling_is_a_rule(sentence, unit):
    (rule,) = set_of(RuleKind.SPELLING, sentence)

    assert rule.unit == unit
    assert ("color" in rule.terms) == (unit == "british")


@pytest.mark.parametrize("sentence", NOT_SPELLING)
def test_talk_about_spelling_is_no_rule(sentence):
    assert said(sentence) == ()


def test_units_and_spelling_are_lifted():
    assert RuleKind.UNITS in lifted("You can use miles again.")
    assert RuleKind.SPELLING in lifted("You don't have to use British spelling anymore.")
