"""Equal parts held once: a conversation names the same things again and again, and its records spell them out each time.

Records come from bytes or from an extractor, with a string of its own for every label, head and key. What a session
keeps of them shares these strings (interned: they go when the last session that holds them goes) and equal mentions.
Values stay equal, so nothing that is judged can move.
"""

from __future__ import annotations

from functools import lru_cache
from sys import intern

import msgspec

from schemas.claim import Claim, Mention, TimeScope
from schemas.record import BoundClaim, NewEntity, SemanticLink

REMEMBERED = 8_192
"""Mentions and time scopes that the next equal one may share, over all sessions of a process."""


def shared_entity(new: NewEntity) -> NewEntity:
    """Return an equal entity that shares what others hold."""
    return msgspec.structs.replace(new, key=intern(new.key), label=intern(new.label), mention=_mention(new.mention))


def shared_claim(claim: BoundClaim) -> BoundClaim:
    """Return an equal claim that shares what others hold."""
    return msgspec.structs.replace(
        claim,
        key=intern(claim.key),
        turn_id=intern(claim.turn_id),
        subject=intern(claim.subject),
        object=intern(claim.object),
        family=intern(claim.family),
        text=intern(claim.text),
        meets=tuple(map(intern, claim.meets)),
        claim=_claim(claim.claim),
    )


def shared_link(link: SemanticLink) -> SemanticLink:
    """Return an equal link that shares what others hold."""
    return msgspec.structs.replace(link, entity=intern(link.entity), earlier=intern(link.earlier))


def _claim(claim: Claim) -> Claim:
    return msgspec.structs.replace(
        claim,
        subject=_mention(claim.subject),
        relation=intern(claim.relation),
        object=_mention(claim.object),
        time=_time(claim.time),
    )


@lru_cache(maxsize=REMEMBERED)
def _mention(mention: Mention) -> Mention:
    return msgspec.structs.replace(
        mention,
        text=intern(mention.text),
        label=intern(mention.label),
        head=intern(mention.head),
        owner=intern(mention.owner),
        quantifier=intern(mention.quantifier),
        modifiers=tuple(map(intern, mention.modifiers)),
    )


@lru_cache(maxsize=REMEMBERED)
def _time(time: TimeScope) -> TimeScope:
    return time
