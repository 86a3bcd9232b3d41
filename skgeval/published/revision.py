"""What a prompt asks to change, so that this turn alone is not compared with it (METHOD.md, part 2)."""

from __future__ import annotations

from collections.abc import Sequence

from schemas.record import BoundClaim, NewEntity
from skgeval.published.constants import Constants
from skgeval.published.whiteboard import Whiteboard
from skgeval.published.words import Words


def revised(  # noqa: PLR0913 - a prompt, what its exchange says, what was said before, and numbers and words
    prompt: str,
    claims: Sequence[BoundClaim],
    new: Sequence[NewEntity],
    *,
    board: Whiteboard,
    words: Words,
    constants: Constants,
) -> tuple[str, ...]:
    """Return the nodes whose earlier edges this turn is not compared with; none where nothing is revised."""
    said = prompt.lower().strip()
    nodes = [*board.graph.entities, *(entity.key for entity in new)]
    named = [node for node in nodes if node in said]
    if not words.cues.search(said[: constants.cue_characters]):
        return ()
    if not any(len(node) > constants.named_characters for node in named):
        return ()
    first = {word.strip(".,!?\"'") for word in said.split()[: constants.pronoun_words]}
    if not first.isdisjoint(words.pronouns):
        return _most_important(board, words, constants)
    longest = max(map(len, named))
    spoken_of = dict.fromkeys(key for claim in claims for key in (claim.subject, claim.object))
    return tuple(
        key
        for key in spoken_of
        if len(key) > constants.named_characters and key in said and len(key) / longest >= constants.target_share
    )


def _most_important(board: Whiteboard, words: Words, constants: Constants) -> tuple[str, ...]:
    """Return the most important earlier node, the first of several, for a pronoun that could mean any."""
    known = [
        entity
        for key, entity in board.graph.entities.items()
        if len(key) > constants.named_characters and key not in words.pronouns and key not in board.quarantined
    ]
    return (max(known, key=lambda entity: entity.importance).key,) if known else ()
