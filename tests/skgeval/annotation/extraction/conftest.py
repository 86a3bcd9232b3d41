from __future__ import annotations

from collections.abc import Callable

import pytest

from schemas.claim import Claim, Mention
from schemas.turn import Role, Turn
from skgeval.annotation.extraction import Extraction, LocalExtractor
from skgeval.annotation.text import prepare
from skgeval.policy import AnnotationPolicy

Read = Callable[..., Extraction]


@pytest.fixture(scope="session")
def extractor() -> LocalExtractor:
    return LocalExtractor()


@pytest.fixture(scope="session")
def read(extractor: LocalExtractor) -> Read:
    """Read a text as the words of a speaker, the assistant unless told otherwise."""

    def reading(text: str, role: Role = Role.ASSISTANT) -> Extraction:
        policy = AnnotationPolicy()
        turn = Turn(conversation="c", role=role, text=text)
        return extractor.extract(turn, prepare(text, policy), policy)

    return reading


def said(claim: Claim) -> str:
    """Return a claim as one line: modality (unless asserted), subject, relation with "not", object."""
    modality = "" if claim.modality == "asserted" else f"{claim.modality}: "
    denied = "" if claim.polarity else "not "
    return f"{modality}{named(claim.subject)} | {denied}{claim.relation} | {named(claim.object)}"


def named(mention: Mention) -> str:
    """Return a mention as its owner and label."""
    return f"{mention.owner}'s {mention.label}" if mention.owner else mention.label
