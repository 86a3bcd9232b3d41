"""Rules, lifted rules and promises in many wordings, beside everyday sentences that only look like them."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from schemas.annotation import RuleAction, SentenceKind
from schemas.turn import Role
from tests.skgeval.annotation.rules.said import lifted, said

WORDING = yaml.safe_load(Path(__file__).with_name("wording.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("sentence", WORDING["rules"])
def test_a_rule_is_read_in_any_wording(sentence):
    assert any(rule.action is RuleAction.SET for rule in said(sentence))


@pytest.mark.parametrize("sentence", WORDING["no_rules"])
def test_an_everyday_sentence_states_no_rule(sentence):
    assert said(sentence) == ()


@pytest.mark.parametrize("sentence", WORDING["lifting"])
def test_a_rule_is_lifted_in_any_wording(sentence):
    assert lifted(sentence) != set()


@pytest.mark.parametrize("sentence", WORDING["promises"])
def test_a_promise_about_answers_is_a_rule(sentence):
    assert any(rule.action is RuleAction.SET for rule in said(sentence, role=Role.ASSISTANT))


@pytest.mark.parametrize("sentence", WORDING["no_promises"])
def test_other_promises_are_none(sentence):
    assert said(sentence, role=Role.ASSISTANT) == ()


@pytest.mark.parametrize("kind", [SentenceKind.QUOTE, SentenceKind.CODE, SentenceKind.COMPOSED, SentenceKind.TABLE])
def test_quoted_and_composed_sentences_state_no_rule(kind):
    assert said("Never use emoji in your answers.", kind=kind) == ()


def test_a_list_of_rules_is_read_item_by_item():
    rules = said("- No emojis", "- Answer in German", "- At most 3 sentences per answer", kind=SentenceKind.ITEM)

    assert [rule.kind.value for rule in rules] == ["tone", "language", "length"]


def test_a_tool_states_no_rule():
    assert said("Never use emoji in your answers.", role=Role.TOOL) == ()


def test_reading_rules_looks_once_at_each_sentence():
    once = said("Never use emoji in your answers.")
    many = said(*["Never use emoji in your answers."] * 50)

    assert len(many) == 50 * len(once)


def test_a_sentence_too_long_for_a_rule_is_left_alone():
    assert said("Never use emoji " + "and so on " * 200) == ()
