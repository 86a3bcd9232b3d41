"""A certificate is one sentence that a person understands without the rest."""

import msgspec

from schemas.annotation import Rule, RuleKind
from schemas.claim import Span
from schemas.finding import Binding, Detector, Evidence, FindingKind, Measured
from schemas.turn import Role
from skgeval.judgement.explain import explain
from tests.alerts.records import bound, certificate

PROOF = certificate(bound("1.0", 1, "24 months"), bound("6.0", 6, "12 months"))


def changed(**fields):
    return msgspec.structs.replace(PROOF, **fields)


def said(turn, sentence, speaker=Role.ASSISTANT, subject=""):
    return Evidence(
        turn=turn, turn_id=f"t{turn}", speaker=speaker, sentence=sentence, span=Span(start=0, end=1), subject=subject
    )


def test_turns_count_from_one():
    assert explain(PROOF) == (
        "In turn 7 the assistant said “The warranty lasts 12 months”; "
        "in turn 2 it had said “The warranty lasts 24 months”."
    )


def test_a_bare_answer_is_told_with_what_it_is_about():
    binding = Binding(text="12 months", entity="USER's warranty", turn=0, sentence="How long is the warranty?")

    told = explain(changed(later=said(5, "Yes, 12 months.", subject="USER's warranty"), bindings=(binding,)))

    assert told.startswith("In turn 6 the assistant said “Yes, 12 months” about the user's warranty;")


def test_what_the_user_said_is_the_user_s():
    told = explain(changed(earlier=said(0, "I am vegan.", Role.USER)))

    assert "in turn 1 the user had said “I am vegan”" in told


def test_two_sentences_of_one_turn_are_told_as_such():
    told = explain(changed(earlier=said(6, "It is hot.")))

    assert "in the same turn it also said “It is hot”" in told


def test_acknowledged_and_repeated_conflicts_say_so():
    told = explain(changed(acknowledged=True, repeat_of="abc"))

    assert told.endswith("(acknowledged only after the user's objection; said again).")


def test_further_turns_are_named_once_and_the_quoted_one_not_again():
    told = explain(changed(also=(said(1, "It is hot."), said(3, "It is hot."), said(3, "It boils."))))

    assert told.endswith(" (also against turn 4).")


def test_a_long_quotation_is_cut():
    told = explain(changed(later=said(6, "word " * 200)))

    assert "…”" in told
    assert len(told) < 400


def test_a_forgotten_rule_quotes_the_rule():
    rule = Rule(kind=RuleKind.TONE, sentence=0, span=Span(start=0, end=9), text="No emoji please.")
    told = explain(
        changed(
            kind=FindingKind.FORGOTTEN,
            detector=Detector.RULE_TONE,
            earlier=said(0, "No emoji please.", Role.USER),
            later=said(5, "Sure 🎉"),
            measured=Measured(rule=rule, text="Sure 🎉"),
        )
    )

    assert told == (
        "In turn 6 the assistant did not keep the agreed tone: “Sure 🎉”; "
        "in turn 1 the user had said “No emoji please”."
    )
