"""One exchange, judged, and a conversation of them (METHOD.md, part 2)."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from schemas.annotation import Annotation
from schemas.claim import Mention
from schemas.record import BoundClaim, Components, NewEntity, Scores
from schemas.turn import Role
from skgeval.annotation.encoding import Encoder
from skgeval.judgement.consistency import Consistency, anchored, consistency
from skgeval.judgement.fusion import below, fuse, passed, regime
from skgeval.published.constants import CONSTANTS, SHARED, Constants
from skgeval.published.contradiction import conflicts
from skgeval.published.linking import new_nodes, semantic_edges
from skgeval.published.merging import merged
from skgeval.published.reading import Reading, read
from skgeval.published.relevance import Prompt, prompt_of, relevance
from skgeval.published.revision import revised
from skgeval.published.trend import heading
from skgeval.published.whiteboard import Contradiction, Exchange, Whiteboard
from skgeval.published.words import Words, load_words


class Baseline(msgspec.Struct, frozen=True, kw_only=True):
    """What the method depends on besides the turns: the encoder that they were annotated with, words, numbers."""

    encoder: Encoder
    words: Words
    constants: Constants = CONSTANTS


def load_baseline(encoder: Encoder) -> Baseline:
    """Put the method together; called once, at composition."""
    return Baseline(encoder=encoder, words=load_words())


def judge_all(annotations: Iterable[Annotation], baseline: Baseline) -> Iterator[Exchange]:
    """Yield the exchanges of one conversation, one for each assistant turn; system and tool turns are not read."""
    board = Whiteboard()
    prompt: list[Reading] = []
    for position, annotation in enumerate(annotations):
        if annotation.role is Role.USER:
            prompt.append(read(placed(annotation, position), baseline.encoder))
        elif annotation.role is Role.ASSISTANT:
            response = read(placed(annotation, position), baseline.encoder)
            exchange = judge(board, prompt, response, baseline)
            board.apply(exchange)
            prompt = []
            yield exchange


def placed(annotation: Annotation, position: int) -> Annotation:
    """Return an annotation that says where it stands, in the producer's count where there is one."""
    return annotation if annotation.index is not None else msgspec.structs.replace(annotation, index=position)


def judge(board: Whiteboard, prompt: Sequence[Reading], response: Reading, baseline: Baseline) -> Exchange:
    """Judge one prompt and its response against what was said before; the whiteboard is read and never changed."""
    constants = baseline.constants
    said = prompt_of([turn.annotation for turn in prompt])
    rows = {text: row for turn in (*prompt, response) for text, row in turn.rows.items()}

    claims = _bound((*prompt, response), rows, board, constants)
    nodes = new_nodes(claims, _mentions((*prompt, response)), board)
    links = semantic_edges(nodes, board, rows, constants)
    entities = anchored(nodes, claims, links, board.graph.entities, SHARED)
    left_aside = revised(said.text, claims, nodes, board=board, words=baseline.words, constants=constants)
    found = conflicts(
        claims,
        ChainMap({node.key: node.type for node in nodes}, board.types),
        board,
        rows,
        revised=left_aside,
        question=said.words < SHARED.question_words,
        words=baseline.words,
        constants=constants,
    )
    scores = _scores(board, said, response.annotation, entities, found, constants=constants)

    return Exchange(
        turn=response.annotation.index or 0,
        scores=scores,
        claims=claims,
        entities=entities,
        links=links,
        contradictions=found,
        revised=left_aside,
        quarantined=below(scores.quality, constants.quarantine_quality),
        rows=rows,
        response_row=response.annotation.vectors.turn,
    )


def _scores(  # noqa: PLR0913 - what the three components are made of
    board: Whiteboard,
    prompt: Prompt,
    response: Annotation,
    entities: tuple[NewEntity, ...],
    found: tuple[Contradiction, ...],
    *,
    constants: Constants,
) -> Scores:
    unread = _unread(response)
    strongest = max((each.confidence for each in found), default=0.0)
    speaks = relevance(prompt, response)
    stays = _consistency(board, entities, response)
    stays_value = None if unread or not response.served else stays.value
    coherence = None if unread else 1.0 - strongest
    weights = regime(response.words, prompt.words, SHARED)
    short = response.words < SHARED.short_words and prompt.words < SHARED.question_words
    quality = fuse(speaks, stays_value, coherence, weights, both_short=short, policy=SHARED)
    session = heading((*board.qualities, quality) if quality is not None else board.qualities, constants)
    strays = below(stays_value, SHARED.drift_consistency) and below(speaks, SHARED.drift_relevance)
    return Scores(
        relevance=speaks,
        consistency=stays_value,
        coherence=coherence,
        quality=quality,
        drift=strays and not short,
        passed=passed(quality, speaks, SHARED),
        regime=weights,
        components=Components(
            graph_consistency=stays.graph, first_cosine=stays.first_cosine, strongest_conflict=strongest or None
        ),
        session_score=session.score,
        level=session.level,
        slope=session.slope,
        label=session.label,
    )


def _unread(response: Annotation) -> bool:
    """Whether there are no claims to go by, which is not the same as none being made."""
    return bool(response.failure) or not (response.served or response.claims_served) or not response.text.strip()


def _consistency(board: Whiteboard, entities: tuple[NewEntity, ...], response: Annotation) -> Consistency:
    return consistency(
        entities,
        anything_earlier=bool(board.graph.entities),
        response_row=response.vectors.turn,
        anchor_row=board.first_row,
        policy=SHARED,
    )


def _bound(
    turns: Sequence[Reading], rows: dict[str, bytes], board: Whiteboard, constants: Constants
) -> tuple[BoundClaim, ...]:
    """Return the exchange's claims as fact edges between nodes; the relation as worded is the family.

    The method knows no text that is never checked: what drafts and quotations claim is a fact to it.
    """
    nodes = merged((triple.subject for turn in turns for triple in turn.triples), board, rows, constants)
    spoken = [(turn.annotation, triple) for turn in turns for triple in turn.triples]
    return tuple(
        BoundClaim(
            key=f"{board.exchanges}.{number}",
            turn=annotation.index or 0,
            turn_id=annotation.turn_id,
            claim=msgspec.structs.replace(triple.claim, checked=True),
            subject=nodes.get(triple.subject, triple.subject),
            family=triple.relation,
            object=triple.object,
            text=_sentence(annotation, triple.claim.sentence),
        )
        for number, (annotation, triple) in enumerate(spoken)
    )


def _mentions(turns: Sequence[Reading]) -> dict[str, Mention]:
    """Return how each name of an exchange was first used; that gives a new node its type."""
    found: dict[str, Mention] = {}
    for triple in (triple for turn in turns for triple in turn.triples):
        found.setdefault(triple.subject, triple.claim.subject)
        found.setdefault(triple.object, triple.claim.object)
    return found


def _sentence(annotation: Annotation, number: int) -> str:
    return annotation.sentences[number].text if 0 <= number < len(annotation.sentences) else ""
