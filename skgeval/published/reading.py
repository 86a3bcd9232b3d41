"""What one turn brings to the published method: its claims as triples, and a row for every text that is compared.

A function of the turn and the encoder alone, so that models run here and nowhere else in this package.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from schemas.annotation import Annotation
from schemas.claim import Claim, Mention, Modality
from skgeval.annotation.encoding import Encoder
from skgeval.judgement.names import PARTICIPANTS, entity_key, plain_label

_UNSAID = frozenset({Modality.ASKED, Modality.HYPOTHETICAL})
"""Claims that nobody makes; all others are facts to a method without modality."""


class Triple(msgspec.Struct, frozen=True, kw_only=True):
    """A claim as the method sees it: two names in lower case and the relation, which holds its negation."""

    subject: str
    relation: str
    object: str
    claim: Claim


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """One turn, read: the annotation, its triples, and the row of each text by the text."""

    annotation: Annotation
    triples: tuple[Triple, ...]
    rows: dict[str, bytes]


def read(annotation: Annotation, encoder: Encoder) -> Reading:
    """Return the triples of a turn and the rows that comparing them takes.

    Rows that came with the annotation are used; the others (numbers, negated relations, names with their types) have no
    use in our method and are encoded here.
    """
    triples = tuple(triple for claim in annotation.claims for triple in _triples(claim, annotation))
    given = annotation.vectors
    size = given.dimensions
    known = {}
    if size == encoder.dimensions:
        known = {name: given.label_rows[at * size : (at + 1) * size] for at, name in enumerate(given.labels)}
    wanted = dict.fromkeys(text for triple in triples for text in _texts(triple))
    missing = [text for text in wanted if text not in known]
    if missing:
        known |= {text: row.tobytes() for text, row in zip(missing, encoder.encode(missing), strict=True)}
    return Reading(annotation=annotation, triples=triples, rows={text: known[text] for text in wanted})


def typed(name: str, mention: Mention) -> str:
    """Return the text by which semantic edges compare a node: its label and its type."""
    return f"{name} {mention.type.value}"


def _triples(claim: Claim, annotation: Annotation) -> Iterator[Triple]:
    subject, value = _name(claim.subject, annotation), _name(claim.object, annotation)
    if subject and value and claim.relation and claim.modality not in _UNSAID:
        yield Triple(
            subject=subject,
            relation=claim.relation if claim.polarity else f"not {claim.relation}",
            object=value,
            claim=claim,
        )


def _name(mention: Mention, annotation: Annotation) -> str:
    """Return a mention's name in lower case; "" where it points to another turn, which only the judge can follow.

    A participant's possession goes by its own name ("my warranty" is the warranty), as the paper's extraction has it.
    """
    if mention.reference is not None:
        meant = annotation.references[mention.reference].antecedent
        return _name(meant, annotation) if meant is not None and meant.reference is None else ""
    owner = "" if mention.owner in PARTICIPANTS or mention.owner_reference is not None else mention.owner
    label = plain_label(mention)
    return entity_key(label, owner).casefold().strip() if label else ""


def _texts(triple: Triple) -> tuple[str, ...]:
    claim = triple.claim
    names = (triple.subject, triple.object)
    return (*names, triple.relation, typed(triple.subject, claim.subject), typed(triple.object, claim.object))
