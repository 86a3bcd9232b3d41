"""Cues of revision, and sentences that only look like them."""

from __future__ import annotations

import pytest

from schemas.annotation import Cue, CueKind
from schemas.turn import Role
from tests.skgeval.annotation.extraction.conftest import Read, named

CHANGES = [
    ("Change the tea to cocoa.", "tea", "", "cocoa"),
    ("Can you move my appointment from Monday to Friday?", "USER's appointment", "monday", "friday"),
    ("Rename her to Ida.", "her", "", "ida"),
    ("Let's push it to 6 pm.", "it", "", "6 pm"),
    ("Actually, make it 6 pm.", "", "", "6 pm"),
    ("My savings went up to 900 dollars.", "USER's saving", "", "900 dollars"),
    ("The deadline has been extended to Friday.", "deadline", "", "friday"),
    ("Otto moved from Kiel to Bremen.", "otto", "kiel", "bremen"),
    ("I need to move it to Friday.", "it", "", "friday"),
]

KINDS = [
    ("Remove the sauna please.", CueKind.RETRACTION),
    ("Please cancel my order.", CueKind.RETRACTION),
    ("Forget that.", CueKind.RETRACTION),
    ("I'm not vegan anymore.", CueKind.CHANGE),
    ("I no longer own a car.", CueKind.CHANGE),
    ("Are you sure?", CueKind.CHALLENGE),
    ("That's wrong.", CueKind.CHALLENGE),
    ("No, their site says Tuesday.", CueKind.CHALLENGE),
    ("You said it was free.", CueKind.MISQUOTE),
    ("Like you said, it is free.", CueKind.MISQUOTE),
    ("Exactly, you're right.", CueKind.AGREEMENT),
    ("Show me another flat.", CueKind.NEW_SEARCH),
]

CORRECTIONS = [
    ("Sorry, it is 12 months.", ""),
    ("I was wrong, the mayor is Ida Holm.", ""),
    ("Correction: the lease is 12 months.", ""),
    ("It opened in 1906, not 1905 as I said.", "1905"),
]

GENERAL = [
    "Caffeine raises heart rate.",
    "Prices move with demand.",
    "The shop sells shoes.",
    "Add half a cup of milk.",
    "It takes exactly 3 hours.",
    "I'm sorry to hear that.",
]


def cues(read: Read, text: str, role: Role = Role.USER) -> dict[CueKind, Cue]:
    return {cue.kind: cue for cue in read(text, role).cues}


@pytest.mark.parametrize(("text", "target", "before", "after"), CHANGES)
def test_a_change_names_what_changes_from_what_to_what(read: Read, text: str, target: str, before: str, after: str):
    cue = cues(read, text)[CueKind.CHANGE]

    found = [named(mention) if mention is not None else "" for mention in (cue.target, cue.superseded, cue.current)]
    assert found == [target, before, after]


@pytest.mark.parametrize(("text", "kind"), KINDS)
def test_a_cue_has_its_kind(read: Read, text: str, kind: CueKind):
    assert kind in cues(read, text)


@pytest.mark.parametrize(("text", "superseded"), CORRECTIONS)
def test_the_assistant_announces_a_correction(read: Read, text: str, superseded: str):
    cue = cues(read, text, Role.ASSISTANT)[CueKind.CORRECTION]

    assert (cue.superseded.label if cue.superseded else "") == superseded


@pytest.mark.parametrize("text", GENERAL)
def test_a_general_statement_revises_nothing(read: Read, text: str):
    assert cues(read, text, Role.ASSISTANT) == {}


def test_a_new_number_comes_with_its_quantity(read: Read):
    quantity = cues(read, "Let's push it to 6 pm.")[CueKind.CHANGE].quantity

    assert quantity is not None
    assert quantity.value == 18.0
