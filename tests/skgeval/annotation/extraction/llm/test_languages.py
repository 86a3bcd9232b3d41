"""Contradictions in languages that only the model reads: found, certified, verified, and quoted as they were said."""

from __future__ import annotations

import pytest

from schemas.finding import FindingKind
from schemas.turn import Role, Turn
from skgeval import Judge
from skgeval.knowledge import load_knowledge
from skgeval.verification import Level, verify
from tests.llm_server import by_text, claim, claims, thing


def months(text: str, number: int):
    return claim(text, "warranty", "last", thing(f"{number} months", kind="Number"), property_type="EXCLUSIVE")


def opening(text: str, hour: str):
    return claim(text, "museum", "open at", thing(hour, kind="Time"), property_type="EXCLUSIVE")


def vegetarian(text: str, positive: bool):  # noqa: FBT001 - which of the two sentences
    return claim(text, thing("soup", kind="Object"), "be", "vegetarian", positive=positive)


CONVERSATIONS = {
    "de": (
        ("Ihre Garantie dauert insgesamt vierundzwanzig Monate.", 24),
        ("Ihre Garantie dauert insgesamt nur zwölf Monate.", 12),
        months,
    ),
    "fr": (
        ("La garantie de votre appareil dure vingt-quatre mois.", 24),
        ("La garantie de votre appareil dure seulement douze mois.", 12),
        months,
    ),
    "ja": (("美術館は午前九時に開館します。", "9 am"), ("美術館は午前十一時に開館します。", "11 am"), opening),
    "zh": (("这道汤完全是素食，请放心食用。", True), ("这道汤不是素食，里面有牛肉。", False), vegetarian),
}


@pytest.fixture(scope="module")
def knowledge():
    return load_knowledge()


@pytest.mark.parametrize("language", CONVERSATIONS)
def test_a_contradiction_is_found_in_any_language(language, server, build, knowledge):
    (earlier, value), (later, other), said = CONVERSATIONS[language]
    server.say = by_text({earlier: said(earlier, value), later: said(later, other)})
    judge = Judge(extractor=build())

    first, second = (judge.observe({"role": "assistant", "text": text}) for text in (earlier, later))

    (certificate,) = second.certificates
    assert (first.language, second.language) == (language, language)
    assert certificate.kind is FindingKind.CONTRADICTION
    assert (certificate.earlier.sentence, certificate.later.sentence) == (earlier, later)
    verification = verify(certificate, knowledge, Judge().annotator)
    assert (verification.sound, verification.level) == (True, Level.DERIVED)
    assert second.scores.coherence < 0.1
    assert second.scores.relevance is None
    assert second.scores.consistency is None
    assert second.scores.quality is not None


def test_a_turn_in_another_language_without_conflict_is_coherent(server, build):
    text = CONVERSATIONS["de"][0][0]
    server.say = by_text({text: months(text, 24)})

    record = Judge(extractor=build()).observe({"role": "assistant", "text": text})

    assert (record.scores.coherence, record.scores.relevance, record.served) == (1.0, None, False)


def test_a_correction_in_another_language_is_a_revision(server, build):
    earlier, later = CONVERSATIONS["de"][0][0], "Entschuldigung, Ihre Garantie dauert nur zwölf Monate."
    cue = {"quote": "Entschuldigung", "kind": "correction"}
    server.say = by_text({earlier: months(earlier, 24), later: claims(months(later, 12), cues=(cue,))})
    judge = Judge(extractor=build())
    judge.observe({"role": "assistant", "text": earlier})

    record = judge.observe({"role": "assistant", "text": later})

    assert record.certificates == ()
    assert [finding.kind for finding in record.findings] == [FindingKind.REVISION]


def test_the_same_contradiction_is_found_across_languages(server, build):
    german, english = CONVERSATIONS["de"][0][0], "Your warranty lasts 12 months."
    server.say = by_text({german: months(german, 24), english: months(english, 12)})
    judge = Judge(extractor=build())
    judge.observe({"role": "assistant", "text": german})

    record = judge.observe({"role": "assistant", "text": english})

    assert len(record.certificates) == 1
    assert record.served


def test_a_bare_answer_in_another_language_is_bound_to_the_question(server, build):
    first, answer = "Ihre Garantie dauert vierundzwanzig Monate.", "Sie dauert leider nur zwölf Monate."
    pronoun = claim(answer, thing("it", points="pronoun"), "last", "12 months", property_type="EXCLUSIVE")
    server.say = by_text({first: months(first, 24), answer: pronoun})
    judge = Judge(extractor=build())
    judge.observe(Turn(conversation="c", role=Role.ASSISTANT, text=first))

    record = judge.observe(Turn(conversation="c", role=Role.ASSISTANT, text=answer))

    assert len(record.certificates) == 1
    assert record.certificates[0].bindings
