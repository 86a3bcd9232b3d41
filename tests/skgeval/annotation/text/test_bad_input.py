"""Text that nobody should send is still read, flagged, and costs no more than its length."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable

import pytest

from skgeval.annotation.quantities import read_quantities
from skgeval.annotation.text import composed, inline, kinds, lines, prepare, repair, scan, spelling, titles
from skgeval.policy import AnnotationPolicy

SEARCHED = (composed, inline, kinds, lines, repair, scan, spelling, titles)
ANCHORED = frozenset(
    {"_LINE", "ITEM", "HEADING", "QUOTED", "FENCE", "BOLD_TITLE", "_CODE_START", "_CODE_END", "_CODE_CALL"}
)
"""Patterns tried at one place of a line only, where an open repeat runs once."""
SINGLE = frozenset(
    {"_SPECIAL", "_BOLD_LABEL", "_PLAIN_LABEL", "_DASHED_LABEL", "_FORMULA", "_BREAK", "_TERMINAL", "_PLAIN_FORMULA"}
)
"""Patterns whose open repeat is consumed by its match, or that see a bounded stretch."""


def calls(work: Callable[[], object]) -> int:
    count = 0

    def counted(*_: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("text", ["", " ", "\n\n\n", "\t", "\u200b", "---", "```\n```"])
def test_nothing_gives_no_blocks(text):
    document = prepare(text, AnnotationPolicy())

    assert document.blocks == ()
    assert document.text == ""


@pytest.mark.parametrize("text", ["a\0b", "a\ud800b", "\udfff"])
def test_broken_characters_are_replaced_and_flagged(text):
    document = prepare(text, AnnotationPolicy())

    assert document.flags == ("repaired_text",)
    assert len(document.source) == len(text)
    document.source.encode("utf-8")


def test_sound_text_is_not_flagged():
    assert prepare("Fine \U0001f642 text.", AnnotationPolicy()).flags == ()


def test_over_long_text_is_cut_at_a_sentence_and_flagged():
    document = prepare("I am here. You are there. " * 10, AnnotationPolicy(max_characters=40))

    assert document.flags == ("truncated",)
    assert document.text == "I am here. You are there. I am here."
    assert len(document.source) == 260


def test_text_of_just_the_limit_is_not_cut():
    assert prepare("a" * 40, AnnotationPolicy(max_characters=40)).flags == ()
    assert prepare("a" * 41, AnnotationPolicy(max_characters=40)).flags == ("truncated",)


def test_a_megabyte_without_a_space_is_cut_at_the_limit():
    document = prepare("a" * 1_000_000, AnnotationPolicy())

    assert len(document.text) == AnnotationPolicy().max_characters


@pytest.mark.parametrize(
    "text",
    [
        "\U0001f642\U0001f642",
        "\u202e\u0645\u0631\u062d\u0628\u0627 \u0639\u0627\u0644\u0645",
        "今日はいい天気ですね。明日は雨です。",
        "\x07\x1b[31mred\x1b[0m",
        "[[[[((((",
        "> " * 500 + "deep",
        "\n".join(" " * depth + "- item" for depth in range(300)),
        "'" * 100,
        "|||||\n|-|-|\n|||",
        "\\",
        "\u0130 \u017fep 5, \u212a 3 \u0131m",
        "`",
        "[](",
        "&#xffffffff; &bogus; &",
    ],
)
def test_odd_text_is_read_without_an_error(text):
    document = prepare(text, AnnotationPolicy())

    assert document.source == text
    read_quantities(document.text)


def test_ten_thousand_sentences_are_all_there():
    document = prepare("I am here. " * 10_000, AnnotationPolicy())

    assert document.text.count("I am here.") == 10_000


HOSTILE = [
    "[",
    ">",
    "`",
    "` `` ",
    "*a",
    "_a",
    "~~a",
    "<a",
    "&a",
    "$a",
    "\\(",
    "![",
    "[a](",
    "> ",
    "- a\n",
    "a\n",
    "|a|b|\n",
    "```\n",
    "$$\n",
    '"a b ',
    "1.1",
    "1=1 ",
    "f(x);\n",
    "i ' ",
    "Dear a,\n",
    "[name]\n",
    "<pre\n",
    "A: ",
    "a b ",
    "\n",
    "one hundred ",
    "1,111,",
    "1 to ",
]


@pytest.mark.parametrize("unit", HOSTILE)
def test_work_grows_no_faster_than_the_text(unit):
    policy = AnnotationPolicy()
    prepare(unit, policy)
    read_quantities(unit)
    small, large = unit * 200, unit * 800

    once = calls(lambda: (prepare(small, policy), read_quantities(small)))
    fourfold = calls(lambda: (prepare(large, policy), read_quantities(large)))

    assert fourfold <= 4.6 * once + 2_000


def test_no_pattern_that_is_searched_for_has_an_open_repeat():
    """A search with an open repeat may scan all of the text from every place: quadratic, and unseen by counting."""
    parser = re._parser  # the only way to look inside a pattern
    open_ended = []
    for module in SEARCHED:
        for name, pattern in vars(module).items():
            if (
                isinstance(pattern, re.Pattern)
                and name not in ANCHORED | SINGLE
                and _is_open(parser.parse(pattern.pattern))
            ):
                open_ended.append(f"{module.__name__}.{name}")

    assert open_ended == []


def _is_open(tree: object) -> bool:
    if isinstance(tree, tuple) and len(tree) == 3 and tree[1] is re._parser.MAXREPEAT:
        return True
    if isinstance(tree, str | int) or tree is None:
        return False
    try:
        return any(_is_open(branch) for branch in tree)
    except TypeError:
        return False
