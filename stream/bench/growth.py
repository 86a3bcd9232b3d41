"""Annotations for conversations longer than any at hand: the same sentences about ever new things."""

from __future__ import annotations

import msgspec

from schemas.annotation import Annotation, Vectors
from schemas.claim import ASSISTANT, USER, Claim, Mention
from schemas.digest import digest


def said_later(annotation: Annotation, index: int, round_number: int) -> Annotation:
    """Return `annotation` as turn `index`; from the second round on every thing it names is a new one.

    The names get the round's number, which also keeps the judge from taking them for the things of the round before;
    their rows stay.
    """
    renamed = {label: f"{label} {round_number}" for label in _names(annotation)} if round_number else {}
    vectors = annotation.vectors
    order = sorted(range(len(vectors.labels)), key=lambda number: _new(vectors.labels[number], renamed))
    return msgspec.structs.replace(
        annotation,
        index=index,
        turn_id=f"index:{index}",
        text_digest=digest("grown", annotation.text_digest, round_number),
        claims=tuple(_renamed(claim, renamed) for claim in annotation.claims),
        vectors=msgspec.structs.replace(
            vectors,
            labels=tuple(_new(vectors.labels[number], renamed) for number in order),
            label_rows=b"".join(_row(vectors, number) for number in order),
        ),
    )


def with_claims(annotation: Annotation, count: int) -> Annotation:
    """Return `annotation` with its first `count` claims only, and the label rows that these need."""
    claims = annotation.claims[:count]
    needed = {name for claim in claims for name in (claim.subject.label, claim.object.label, claim.relation)}
    vectors = annotation.vectors
    kept = [number for number, label in enumerate(vectors.labels) if label in needed]
    return msgspec.structs.replace(
        annotation,
        claims=claims,
        questions=(),
        cues=(),
        vectors=msgspec.structs.replace(
            vectors,
            labels=tuple(vectors.labels[number] for number in kept),
            label_rows=b"".join(_row(vectors, number) for number in kept),
        ),
    )


def _names(annotation: Annotation) -> set[str]:
    labels = {mention.label for claim in annotation.claims for mention in (claim.subject, claim.object)}
    return labels - {USER, ASSISTANT, ""}


def _renamed(claim: Claim, renamed: dict[str, str]) -> Claim:
    return msgspec.structs.replace(claim, subject=_named(claim.subject, renamed), object=_named(claim.object, renamed))


def _named(mention: Mention, renamed: dict[str, str]) -> Mention:
    return msgspec.structs.replace(
        mention, label=_new(mention.label, renamed), owner=_new(mention.owner, renamed), reference=None
    )


def _new(label: str, renamed: dict[str, str]) -> str:
    return renamed.get(label, label)


def _row(vectors: Vectors, number: int) -> bytes:
    return vectors.label_rows[number * vectors.dimensions : (number + 1) * vectors.dimensions]
