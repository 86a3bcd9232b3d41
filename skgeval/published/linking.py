"""The nodes and semantic edges of one exchange (METHOD.md, part 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from schemas.claim import Mention
from schemas.record import BoundClaim, NewEntity, SemanticLink
from skgeval.published.constants import Constants
from skgeval.published.reading import typed
from skgeval.published.whiteboard import Whiteboard


def new_nodes(
    claims: Sequence[BoundClaim], mentions: Mapping[str, Mention], board: Whiteboard
) -> tuple[NewEntity, ...]:
    """Return the nodes that an exchange brings, each as important as the most important claim about it.

    `mentions` tells how each name was first used in the exchange.
    """
    importance: dict[str, float] = {}
    for bound in claims:
        for key in (bound.subject, bound.object):
            if key not in board.graph.entities:
                importance[key] = max(importance.get(key, 0.0), bound.claim.importance)
    return tuple(
        NewEntity(key=key, label=key, type=mentions[key].type, mention=mentions[key], importance=most)
        for key, most in importance.items()
    )


def semantic_edges(
    new: Sequence[NewEntity], board: Whiteboard, rows: Mapping[str, bytes], constants: Constants
) -> tuple[SemanticLink, ...]:
    """Return an edge for each pair of a new and an earlier node that are alike, label and type taken together."""
    texts = [typed(entity.key, entity.mention) for entity in new]
    if not texts or not len(board.typed):
        return ()
    cosines = board.typed.cosines(b"".join(rows[text] for text in texts), len(rows[texts[0]]))
    keys = board.typed.keys
    return tuple(
        SemanticLink(entity=entity.key, earlier=keys[column], cosine=float(cosines[at, column]))
        for at, entity in enumerate(new)
        for column in (cosines[at] > constants.link_cosine).nonzero()[0].tolist()
    )
