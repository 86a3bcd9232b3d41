"""Work grows with the text and not with its square, nor with the history: counted in calls, not in seconds."""

from __future__ import annotations

import sys

import pytest

from skgeval import Judge

GROWTH = 2.5
"""Most that work may grow where the input doubles: linear work doubles, quadratic work is fourfold."""
PATTERNS = {
    "sentences": "Room 5 has nine chairs. ",
    "words without a full stop": "word ",
    "unbroken letters": "a",
    "opening brackets": "[",
    "bullet items": "- milk and eggs\n",
    "table rows": "| a | 1 |\n",
    "quotation marks": '"a ',
    "code fences": "```\nx\n",
    "backticks": "`a ",
    "stars": "*a ",
    "full stops": "...",
    "dollars": "$1 ",
    "tags": "<a ",
    "rules": "Never use emoji. ",
    "emoji": "🎉 ",
    "numbers": "1,2 ",
    "empty lines": "\n",
}


@pytest.fixture(scope="module")
def judge():
    return Judge(encoder="hash")


@pytest.mark.slow
@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=PATTERNS)
def test_twice_the_text_is_about_twice_the_work(judge, pattern):
    _work(judge, pattern, 3_000)

    once = _work(judge, pattern, 6_000)
    twice = _work(judge, pattern, 12_000)

    assert twice < GROWTH * once


def test_a_long_history_does_not_make_a_turn_dearer(judge):
    judge.forget("history")
    for number in range(120):
        judge.observe({"conversation": "history", "role": "assistant", "text": f"Room {number} has {number} chairs."})
    early = _calls(
        lambda: judge.observe({"conversation": "history", "role": "assistant", "text": "Hall 1 has 7 doors."})
    )
    for number in range(120, 480):
        judge.observe({"conversation": "history", "role": "assistant", "text": f"Room {number} has {number} chairs."})

    late = _calls(
        lambda: judge.observe({"conversation": "history", "role": "assistant", "text": "Hall 2 has 8 doors."})
    )

    assert late < 1.5 * early


def _work(judge, pattern, size):
    judge.forget("work")
    text = (pattern * (size // len(pattern) + 1))[:size]
    return _calls(lambda: judge.observe({"conversation": "work", "role": "user", "text": text}))


def _calls(action):
    """Count the calls that an action makes, of Python functions and of C ones."""
    counted = 0

    def count(_frame, event, _argument):
        nonlocal counted
        counted += event in {"call", "c_call"}

    sys.setprofile(count)
    try:
        action()
    finally:
        sys.setprofile(None)
    return counted
