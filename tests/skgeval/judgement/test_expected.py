"""Expected answers: any sign of the kind is a match, only a bare fragment of another kind is a mismatch."""

from __future__ import annotations

import pytest

from schemas.annotation import Annotation, AnswerType, Reference, ReferenceKind
from schemas.claim import Claim, EntityType, Form, Mention, Modality, Quantity, QuantityRole, Span, TimeScope
from schemas.turn import Role
from skgeval.judgement.expected import Match, answers

SPAN = Span(start=0, end=1)
MONTHS = Quantity(value=24, unit="month", dimension="time", role=QuantityRole.MEASURE)
EUROS = Quantity(value=30, unit="EUR", dimension="currency:EUR", role=QuantityRole.PRICE)
BARE = Quantity(value=24)
DATE = Quantity(value=20240305, dimension="date", role=QuantityRole.DATE)
CATS = Quantity(value=3, counted="cat")


def claim(
    label: str = "thing",
    *,
    kind: EntityType = EntityType.CONCEPT,
    proper: bool = False,
    form: Form = Form.FRAGMENT,
    quantity: Quantity | None = None,
    **parts: object,
) -> Claim:
    return Claim(
        subject=Mention(text="it", label="it"),
        relation="",
        object=Mention(text=label, label=label, type=kind, proper=proper),
        speaker=Role.ASSISTANT,
        sentence=0,
        span=SPAN,
        form=form,
        quantity=quantity,
        **parts,
    )


def said(*claims: Claim, text: str = "", references: tuple[Reference, ...] = ()) -> Annotation:
    return Annotation(
        conversation="c",
        role=Role.ASSISTANT,
        turn_id="1",
        text=text,
        text_digest="",
        claims=claims,
        references=references,
    )


def decided(
    response: Annotation, expects: AnswerType | None, options: tuple[str, ...] = (), dimension: str = ""
) -> Match:
    return answers(response, expects, options=options, dimension=dimension)


@pytest.mark.parametrize("expects", [None, AnswerType.OPEN])
def test_where_no_kind_is_expected_nothing_is_decided(expects):
    assert decided(said(claim(quantity=MONTHS)), expects) is Match.UNDECIDED


@pytest.mark.parametrize(
    ("quantity", "dimension", "expected"),
    [
        (MONTHS, "time", Match.MATCH),
        (BARE, "time", Match.MATCH),
        (MONTHS, "", Match.MATCH),
        (MONTHS, "count", Match.MATCH),
        (EUROS, "currency", Match.MATCH),
        (EUROS, "currency:USD", Match.MATCH),
        (EUROS, "time", Match.MISMATCH),
        (CATS, "time", Match.MISMATCH),
    ],
)
def test_a_number_answers_in_the_dimension_that_was_asked_or_in_none(quantity, dimension, expected):
    assert decided(said(claim(quantity=quantity)), AnswerType.NUMBER, dimension=dimension) is expected


def test_a_whole_sentence_of_another_kind_is_left_open():
    sentence = claim("Paris", kind=EntityType.PLACE, form=Form.VERB)

    assert decided(said(sentence), AnswerType.NUMBER) is Match.UNDECIDED


def test_a_bare_place_does_not_answer_how_many():
    assert decided(said(claim("Paris", kind=EntityType.PLACE, proper=True)), AnswerType.NUMBER) is Match.MISMATCH


def test_a_bare_word_of_unknown_kind_is_left_open():
    assert decided(said(claim("several")), AnswerType.NUMBER) is Match.UNDECIDED


def test_a_reply_that_claims_nothing_is_left_open():
    assert decided(said(text="It depends."), AnswerType.NUMBER) is Match.UNDECIDED


def test_a_date_answers_when_and_a_name_alone_does_not():
    assert decided(said(claim(quantity=DATE)), AnswerType.TIME) is Match.MATCH
    assert decided(said(claim("Dickens", kind=EntityType.PERSON, proper=True)), AnswerType.TIME) is Match.MISMATCH


def test_a_time_expression_answers_when_in_a_whole_sentence():
    sentence = claim("shop", form=Form.VERB, time=TimeScope(expressions=("on Monday",)))

    assert decided(said(sentence), AnswerType.TIME) is Match.MATCH


def test_a_place_answers_where_and_a_year_alone_does_not():
    year = Quantity(value=1847, dimension="date", role=QuantityRole.YEAR)

    assert decided(said(claim("Paris", kind=EntityType.PLACE)), AnswerType.PLACE) is Match.MATCH
    assert decided(said(claim(quantity=year)), AnswerType.PLACE) is Match.MISMATCH


def test_any_proper_noun_answers_who():
    assert decided(said(claim("Acme", proper=True)), AnswerType.NAME) is Match.MATCH
    assert decided(said(claim(quantity=DATE)), AnswerType.NAME) is Match.MISMATCH


@pytest.mark.parametrize("kind", [ReferenceKind.AFFIRMATION, ReferenceKind.DENIAL])
def test_yes_and_no_answer_a_yes_or_no_question(kind):
    reference = Reference(kind=kind, text="Yes", sentence=0, span=SPAN)

    assert decided(said(references=(reference,)), AnswerType.YES_NO) is Match.MATCH


def test_a_statement_after_a_yes_or_no_question_is_left_open():
    assert decided(said(claim(quantity=MONTHS)), AnswerType.YES_NO) is Match.UNDECIDED


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tea, please!", Match.MATCH),
        ("I'd go for the green tea.", Match.MATCH),
        ("Steak.", Match.UNDECIDED),
        ("Neither, thanks.", Match.UNDECIDED),
    ],
)
def test_a_choice_is_answered_by_naming_an_option_as_a_word_of_its_own(text, expected):
    assert decided(said(text=text), AnswerType.CHOICE, options=("tea", "coffee")) is expected


def test_a_question_back_answers_nothing():
    assert decided(said(claim(quantity=MONTHS, modality=Modality.ASKED, form=Form.VERB)), AnswerType.NUMBER) is (
        Match.UNDECIDED
    )
