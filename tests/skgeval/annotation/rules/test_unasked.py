"""Which sentences hold something back until the user asks."""

from __future__ import annotations

import pytest

from schemas.annotation import RuleKind
from tests.skgeval.annotation.rules.said import said, set_of

SETTING = [
    ("Don't give me advice unless I ask.", "i recommend"),
    ("Only show code when I ask for it.", "#code"),
    ("Please don't suggest anything unless I ask you to.", "i suggest"),
    ("Never mention prices unless I ask.", "#money"),
    ("No emojis unless I request them.", "#emoji"),
    ("Do not offer recommendations unless asked.", "i recommend"),
    ("I don't want code unless I explicitly ask for it.", "#code"),
    ("Give examples only on request.", "for example"),
    ("Don't ask me questions unless I invite you to.", "#question"),
    ("You should not bring up Globex until I ask.", "Globex"),
    ("Avoid links unless I ask for them.", "#url"),
]
NOT_SETTING = [
    "Don't call the police unless I ask.",
    "She never gives advice unless asked.",
    "Ask me if you need code.",
    "I don't eat meat unless I have to.",
    "Why do you give advice when nobody asks?",
    "Only my boss can ask for that.",
    "Don't move the files unless I say so.",
    "Can I get the code on request?",
    "He only helps when I ask.",
    "Nobody gives advice before I ask.",
]


@pytest.mark.parametrize(("sentence", "term"), SETTING)
def test_what_waits_for_a_request_is_a_rule(sentence, term):
    (rule,) = set_of(RuleKind.UNASKED, sentence)

    assert term in rule.terms


@pytest.mark.parametrize("sentence", NOT_SETTING)
def test_what_no_text_can_show_is_no_rule(sentence):
    assert said(sentence) == ()
