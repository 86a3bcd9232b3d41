"""Every checker on replies that break a rule and replies that keep it (METHOD.md, section 9)."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from schemas.finding import Detector
from tests.skgeval.judgement.commitments.talk import Talk, broken

REPLIES = yaml.safe_load(Path(__file__).with_name("replies.yaml").read_text(encoding="utf-8"))
BREAKING = [(one["detector"], one["rule"], reply) for one in REPLIES for reply in one["breaking"]]
KEEPING = [(one["detector"], one["rule"], reply) for one in REPLIES for reply in one["keeping"]]


@pytest.mark.parametrize(("kind", "rule", "reply"), BREAKING)
def test_a_reply_that_breaks_the_rule_is_found(kind, rule, reply):
    talk = Talk().user(rule)
    talk.assistant("Understood.", "und")
    talk.user("And what next?")

    found = talk.assistant(reply)

    assert [breach.detector for breach in found] == [kind]
    assert reply[found[0].span.start : found[0].span.end].strip() != ""


@pytest.mark.parametrize(("rule", "reply"), [(rule, reply) for _, rule, reply in KEEPING])
def test_a_reply_that_keeps_the_rule_is_left_alone(rule, reply):
    assert not broken(rule, reply)


def test_every_checker_has_eight_replies_of_either_sort():
    kinds = {detector for detector in Detector if detector.value.startswith("rule_")} - {Detector.RULE_LANGUAGE}

    for kind in kinds:
        assert sum(1 for one, *_ in BREAKING if one == kind) >= 8, kind
        assert sum(1 for one, *_ in KEEPING if one == kind) >= 8, kind


@pytest.mark.parametrize("language", ["en", "de", "es", "it", "nl", "pt", "sv", "pl"])
def test_a_reply_in_another_language_breaks_the_rule(language):
    assert broken("Only answer in French.", "A reply of some length in some language.", language=language)


@pytest.mark.parametrize(
    ("rule", "language"),
    [
        ("Only answer in French.", "fr"),
        ("Only answer in French.", "und"),
        ("Only answer in French.", ""),
        ("From now on reply in German.", "de"),
        ("Always speak Spanish to me.", "es"),
        ("Please stop answering in English.", "de"),
        ("English only, please.", "en"),
        ("Reply in Dutch from here on.", "nl"),
    ],
)
def test_a_reply_in_the_language_or_too_short_to_tell_keeps_the_rule(rule, language):
    assert not broken(rule, "A reply of some length in some language.", language=language)


def test_a_forbidden_language_is_broken_by_itself_alone():
    assert broken("Please stop answering in English.", "A reply of some length.", language="en")
