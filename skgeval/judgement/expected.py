"""Whether a short response is the kind of answer that was asked for (METHOD.md, section 4).

A match is any sign of the expected kind. A mismatch is claimed only for a bare fragment of another kind ("How many
months?" "Paris."): whole sentences can answer in ways that no type shows ("It depends", "Nobody told me").
"""

from __future__ import annotations

from enum import StrEnum

from schemas.annotation import Annotation, AnswerType, ReferenceKind
from schemas.claim import Claim, EntityType, Form, Modality, Quantity, QuantityRole

TIME_ROLES = frozenset({QuantityRole.DATE, QuantityRole.CLOCK, QuantityRole.YEAR})
TIME_DIMENSIONS = frozenset({"time", "date", "clock", "year"})
UNITLESS = frozenset({"", "count"})
DECIDED = frozenset({ReferenceKind.AFFIRMATION, ReferenceKind.DENIAL})
NAME_TYPES = frozenset({EntityType.PERSON, EntityType.ORGANIZATION, EntityType.PLACE, EntityType.EVENT})


class Match(StrEnum):
    """What the kind of a response says about it."""

    MATCH = "match"
    MISMATCH = "mismatch"
    UNDECIDED = "undecided"


def answers(response: Annotation, expects: AnswerType | None, *, options: tuple[str, ...], dimension: str) -> Match:
    """Compare the response with the expected answer type; UNDECIDED where its kind does not show."""
    if expects is None or expects is AnswerType.OPEN:
        return Match.UNDECIDED
    if _is_kind(response, expects, options, dimension):
        return Match.MATCH
    if expects in {AnswerType.YES_NO, AnswerType.CHOICE} or not _bare_fragment_of_a_kind(response):
        return Match.UNDECIDED
    return Match.MISMATCH


def _is_kind(response: Annotation, expects: AnswerType, options: tuple[str, ...], dimension: str) -> bool:
    if expects is AnswerType.YES_NO:
        return any(reference.kind in DECIDED for reference in response.references)
    if expects is AnswerType.CHOICE:
        said = f" {_plain(response.text)} "
        return any(f" {_plain(option)} " in said for option in options if option)
    claims = (claim for claim in response.claims if claim.modality is not Modality.ASKED)
    return any(_gives(claim, expects, dimension) for claim in claims)


def _gives(claim: Claim, expects: AnswerType, dimension: str) -> bool:
    match expects:
        case AnswerType.NUMBER:
            return _measures(claim.quantity, dimension)
        case AnswerType.TIME:
            return _tells_time(claim)
        case AnswerType.PLACE:
            return EntityType.PLACE in {claim.subject.type, claim.object.type}
        case AnswerType.NAME:
            return any(mention.proper or mention.type in NAME_TYPES for mention in (claim.subject, claim.object))
        case _:
            return False


def _measures(quantity: Quantity | None, dimension: str) -> bool:
    """Whether a quantity can be the asked number: a bare one always, one with a unit in the asked dimension only."""
    if quantity is None:
        return False
    if quantity.dimension in UNITLESS and not quantity.counted:
        return True
    return dimension in UNITLESS or quantity.dimension.partition(":")[0] == dimension.partition(":")[0]


def _tells_time(claim: Claim) -> bool:
    if claim.quantity is not None and (
        claim.quantity.role in TIME_ROLES or claim.quantity.dimension in TIME_DIMENSIONS
    ):
        return True
    return claim.object.type is EntityType.TIME or bool(claim.time.expressions)


def _bare_fragment_of_a_kind(response: Annotation) -> bool:
    """Whether the response is nothing but fragments whose kind shows: a quantity, or a name whose type is known."""
    claims = response.claims
    return bool(claims) and all(
        claim.form is Form.FRAGMENT
        and (claim.quantity is not None or claim.object.type in NAME_TYPES or claim.object.type is EntityType.TIME)
        for claim in claims
    )


def _plain(text: str) -> str:
    """Lower-case words with single blanks between them.

    >>> _plain("Tea, please!")
    'tea please'
    """
    return " ".join("".join(letter if letter.isalnum() else " " for letter in text.casefold()).split())
