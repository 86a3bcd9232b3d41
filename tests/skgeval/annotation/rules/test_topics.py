"""Which sentences say what to mention or not to mention."""

from __future__ import annotations

import pytest

from schemas.annotation import RuleKind, RuleScope
from schemas.turn import Role
from tests.skgeval.annotation.rules.said import lifted, said, set_of

AVOIDING = [
    ("Never mention prices.", "#money"),
    ("Please don't talk about politics.", "politics"),
    ("I don't want to hear about religion.", "religion"),
    ("Let's not discuss my ex-husband.", "ex-husband"),
    ("Leave the budget out of it.", "#money"),
    ("Could you avoid the word 'basically'?", "basically"),
    ("Don't bring up the accident again.", "accident"),
    ("No talk of money, please.", "#money"),
    ("You must not mention Globex in your replies.", "Globex"),
    ("I'd rather not talk about work.", "work"),
    ('Stop saying "absolutely".', "absolutely"),
    ("Politics is off limits.", "politics"),
    ("Keep alcohol out of the conversation.", "alcohol"),
    ("Do not use the word synergy.", "synergy"),
    ("My mother must not be mentioned.", "mother"),
    ("Please don't use em dashes.", "—"),
]
NOT_AVOIDING = [
    "Never mind.",
    "Don't mention it!",
    "I never talk about politics with my father.",
    "He didn't mention the price.",
    "Why did nobody mention the accident?",
    "The guide doesn't discuss Globex.",
    "Don't worry about the budget, we have enough.",
    "Write a speech that doesn't mention money.",
    "Don't tell me what to do.",
    "I can't talk about work at home.",
    "Do not discuss this with the press in your interview.",
    "It never says anything about religion.",
    "If she calls, don't mention the party.",
]
MENTIONING = [
    ("Always mention our return policy.", "return policy"),
    ("Every answer must include the word 'sunshine'.", "sunshine"),
    ("From now on, mention the version number.", "version number"),
    ("Please always cite your sources.", "#url"),
    ("Include an example in each answer.", "for example"),
    ("In every reply, name the chapter.", "chapter"),
    ('You must always say "as of today".', "as of today"),
    ("Each response should contain a short summary.", "in short"),
    ("I want you to always refer to the handbook.", "handbook"),
    ("Always add a link.", "link"),
]
NOT_MENTIONING = [
    "Did I mention that I'm vegetarian?",
    "Mention three reasons.",
    "She always mentions her dog.",
    "Write a letter that mentions the date.",
    "Include the kids in the plan.",
    "You should include more vegetables in your diet.",
    "Can you name the chapters?",
    "The report always includes a summary.",
    "Add salt and pepper.",
    "Don't forget to mention it to her.",
]


@pytest.mark.parametrize(("sentence", "term"), AVOIDING)
def test_a_topic_or_word_to_leave_out_is_a_rule(sentence, term):
    rules = set_of(RuleKind.AVOID, sentence)

    assert len(rules) == 1
    assert term in rules[0].terms
    assert rules[0].scope is RuleScope.SESSION


@pytest.mark.parametrize("sentence", NOT_AVOIDING)
def test_what_others_leave_out_is_no_rule(sentence):
    assert set_of(RuleKind.AVOID, sentence) == []


@pytest.mark.parametrize(("sentence", "term"), MENTIONING)
def test_what_every_answer_must_say_is_a_rule(sentence, term):
    rules = [rule for rule in said(sentence) if rule.kind in {RuleKind.MENTION, RuleKind.FORMAT}]

    assert len(rules) == 1
    assert term in rules[0].terms or rules[0].terms == ("links",)
    assert rules[0].scope is RuleScope.SESSION


@pytest.mark.parametrize("sentence", NOT_MENTIONING)
def test_content_asked_for_once_is_no_rule(sentence):
    assert said(sentence) == ()


def test_topics_are_listed_in_one_breath_and_kept_apart():
    rules = set_of(RuleKind.AVOID, "Never mention prices, Globex or the weather.")

    assert [rule.terms[0] for rule in rules] == ["#money", "Globex", "weather"]


def test_the_reason_before_a_rule_does_not_hide_it():
    rules = set_of(
        RuleKind.AVOID, "While we look for a hall, leave the budget out of it, I don't want to talk about money yet."
    )

    assert {rule.terms[0] for rule in rules} == {"#money"}


def test_a_reason_after_a_rule_does_not_hide_it():
    assert set_of(RuleKind.AVOID, "Don't mention sugar because my daughter reads along.") != []


@pytest.mark.parametrize(
    "sentence",
    [
        "Good, now we can talk about money.",
        "You can mention prices again.",
        "Let's talk about the budget now.",
        "Money is no longer off limits.",
        "Forget the rule about prices.",
        "It's fine to discuss prices now.",
        "Feel free to bring up costs.",
    ],
)
def test_a_topic_is_opened_again(sentence):
    assert RuleKind.AVOID in lifted(sentence)


def test_an_assistant_promises_to_leave_a_topic_out():
    rules = set_of(RuleKind.AVOID, "I won't mention prices again.", role=Role.ASSISTANT)

    assert rules[0].terms[0] == "#money"
