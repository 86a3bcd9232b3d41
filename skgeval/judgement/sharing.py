"""Equal parts held once: a conversation names the same things again and again, and each record spells them out.

Records come from bytes or from an extractor, with a string of its own for every label, head and key. What a session
keeps of them shares these strings (interned: they go when the last session that holds them goes) and equal mentions.
Values stay equal, so nothing that is judged can move. Codecs leave out a default by its identity: the defaults
themselves are never shared with a field that states an equal value, nor replaced by one, or a record's bytes would
depend on what was judged before it.
"""

from __future__ import annotations

from functools import lru_cache
from sys import intern

import msgspec

from schemas.claim import Claim, Mention, TimeScope
from schemas.record import BoundClaim, NewEntity, SemanticLink, TurnRecord

REMEMBERED = 8_192
"""Mentions, time scopes and numbers that the next equal one may share, over all sessions of a process."""


def _default(kind: type[msgspec.Struct], name: str) -> object:
    """Return the very object that a field has when it is left out."""
    return next(field.default for field in msgspec.structs.fields(kind) if field.name == name)


_ANY_TIME, _CLAIM_IMPORTANCE = _default(Claim, "time"), _default(Claim, "importance")
_ENTITY_IMPORTANCE = _default(NewEntity, "importance")


def shared(record: TurnRecord) -> TurnRecord:
    """Return an equal record whose claims, entities and links share what others hold."""
    return msgspec.structs.replace(
        record,
        turn_id=intern(record.turn_id),
        claims=tuple(map(_bound, record.claims)),
        entities=tuple(map(_entity, record.entities)),
        links=tuple(map(_link, record.links)),
        mentioned=tuple(map(intern, record.mentioned)),
    )


def _bound(claim: BoundClaim) -> BoundClaim:
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


def _claim(claim: Claim) -> Claim:
    return msgspec.structs.replace(
        claim,
        subject=_mention(claim.subject),
        relation=intern(claim.relation),
        object=_mention(claim.object),
        time=claim.time if claim.time is _ANY_TIME else _time(claim.time),
        importance=claim.importance if claim.importance is _CLAIM_IMPORTANCE else _number(claim.importance),
    )


def _entity(new: NewEntity) -> NewEntity:
    return msgspec.structs.replace(
        new,
        key=intern(new.key),
        label=intern(new.label),
        mention=_mention(new.mention),
        importance=new.importance if new.importance is _ENTITY_IMPORTANCE else _number(new.importance),
    )


def _link(link: SemanticLink) -> SemanticLink:
    return msgspec.structs.replace(link, entity=intern(link.entity), earlier=intern(link.earlier))


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


@lru_cache(maxsize=REMEMBERED)
def _number(number: float) -> float:
    return number
