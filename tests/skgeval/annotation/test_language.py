"""English chat is never foreign, other languages are told apart, and too little text is undetermined."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from skgeval.annotation.language import detect_language

DATA = Path(__file__).parents[4] / "shared" / "data"


@pytest.mark.parametrize(
    "text",
    [
        "I have no time today.",
        "i love pizza",
        "nice one mate , how r u doing",
        "What's the capital of France?",
        "The restaurant La Tasca is on El Camino Real.",
        "She lives in San Jos\u00e9 and plays the pi\u00f1ata game.",
        "Sure! Bonjour means hello.",
        "I had a caf\u00e9 au lait.",
        "im in",
        "no way",
    ],
)
def test_english_is_english(text):
    assert detect_language(text) == "en"


@pytest.mark.parametrize(
    "text", ["green roofs", "Dog herding cows", "pizza margherita", "lol", "Toyota Yaris", "sdfkj wleirj xcvm"]
)
def test_words_that_tell_nothing_are_never_foreign(text):
    assert detect_language(text) in {"en", "und"}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Bonjour, comment allez-vous ?"),
        ("fr", "La garantie dure vingt-quatre mois."),
        ("fr", "Le train part \u00e0 quinze heures."),
        ("de", "Ich habe heute keine Zeit."),
        ("de", "Die Garantie betr\u00e4gt zw\u00f6lf Monate."),
        ("es", "No tengo tiempo hoy."),
        ("es", "La bater\u00eda dura doce horas."),
        ("it", "Ciao, come stai oggi?"),
        ("pt", "A garantia \u00e9 de dois anos."),
        ("nl", "Ik heb vandaag geen tijd."),
        ("sv", "Garantin g\u00e4ller i tv\u00e5 \u00e5r."),
        ("pl", "Gwarancja trwa dwa lata."),
        ("tr", "Bug\u00fcn hava \u00e7ok g\u00fczel."),
    ],
)
def test_other_languages_in_latin_letters(language, text):
    assert detect_language(text) == language


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("zh", "保修期是两年。"),
        ("ja", "今日はいい天気です。"),
        ("ko", "안녕하세요"),
        ("ar", "\u0645\u0631\u062d\u0628\u0627"),
        ("ru", "\u041f\u0440\u0438\u0432\u0435\u0442"),
        ("uk", "\u0414\u043e\u0431\u0440\u0438\u0439 \u0434\u0435\u043d\u044c, \u044f\u043a \u0457\u0457"),
        ("el", "\u0393\u03b5\u03b9\u03b1 \u03c3\u03b1\u03c2"),
        ("he", "\u05e9\u05dc\u05d5\u05dd"),
        ("th", "สวัสดี"),
    ],
)
def test_a_script_that_one_language_owns_decides_at_once(language, text):
    assert detect_language(text) == language


def test_a_foreign_word_in_an_english_sentence_changes_nothing():
    assert detect_language("The Japanese word 猫 means cat, and I like it.") == "en"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "\U0001f642\U0001f642",
        "12 + 30",
        "https://example.org",
        "```\nfor x in y:\n    pass\n```",
        "for (int i = 0; i < n; i++) { f(i); }",
    ],
)
def test_text_without_words_is_undetermined(text):
    assert detect_language(text) == "und"


def test_the_answer_is_the_same_every_time():
    assert {detect_language("Ik heb vandaag geen tijd.") for _ in range(5)} == {"nl"}


@pytest.mark.slow
@pytest.mark.skipif(not DATA.exists(), reason="the evaluation data are not here")
@pytest.mark.parametrize(
    "name", ["decode_dev", "chatprotect", "sgd_revisions", "tiage", "breaking_nli", "simdial_revisions"]
)
def test_english_corpora_are_foreign_in_fewer_than_two_turns_of_a_thousand(name):
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        texts = [turn["text"] for line in file for turn in json.loads(line)["turns"]]

    foreign = [text for text in texts if detect_language(text) not in {"en", "und"}]

    assert len(foreign) < 0.002 * len(texts)
