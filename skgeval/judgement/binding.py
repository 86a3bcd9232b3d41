"""From the words of one turn to the entities of the conversation (METHOD.md, sections 2 and 3).

A mention names an entity by its words (identity), or points to one by a reference. What cannot be bound is left open:
its claim takes no part in any comparison, and nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from schemas.annotation import Reference, ReferenceKind
from schemas.claim import ASSISTANT, USER, EntityType, Form, Mention
from schemas.finding import Binding
from schemas.turn import Role
from skgeval.judgement.draft import Draft
from skgeval.judgement.identity import find, may_be_one
from skgeval.judgement.names import PARTICIPANTS, entity_key, plain_label
from skgeval.judgement.salience import Spoken

VALUE_FORMS = frozenset({Form.ADJECTIVE, Form.NUMBER, Form.INTRANSITIVE})
"""Constructions whose object is a value or nothing, and so no entity."""
UNSPOKEN = frozenset({EntityType.TIME, EntityType.NUMBER})
"""Types that a later sentence does not go on about by a pronoun."""
ANONYMOUS = {"m": "he", "f": "she"}
MANY = frozenset({EntityType.PERSON, EntityType.ORGANIZATION})


class Bound(msgspec.Struct, frozen=True, kw_only=True):
    """An entity, the words that name it with no reference left open, and how references were resolved."""

    key: str
    mention: Mention
    bindings: tuple[Binding, ...] = ()


def bind(mention: Mention, draft: Draft) -> Bound | None:
    """Return the entity that a mention stands for, new or earlier; None when it points to something not found.

    The entity need not exist yet: `introduce` makes it a node.
    """
    if mention.reference is not None:
        return _resolve(draft.annotation.references[mention.reference], draft)
    owner: str = ""
    bindings: tuple[Binding, ...] = ()
    if mention.owner or mention.owner_reference is not None:
        owned_by = _owner(mention, draft)
        if owned_by is None:
            return None
        owner, bindings = owned_by.key, owned_by.bindings
        if mention.owner_reference is not None:
            mention = msgspec.structs.replace(mention, owner=owned_by.mention.label, owner_reference=None)
    label = plain_label(mention)
    if not label:
        return None
    key = find(mention, label, owner, draft) or _nearest(mention, owner, draft) or entity_key(label, owner)
    return Bound(key=key, mention=mention, bindings=bindings)


def introduce(bound: Bound, importance: float, draft: Draft) -> None:
    """Make a bound mention a node of the graph, joined to the nearest earlier one, unless it is known."""
    if bound.key in PARTICIPANTS or draft.entity(bound.key) is not None:
        return
    draft.add_entity(bound.key, plain_label(bound.mention) or bound.key, bound.mention, importance)
    near = draft.nearest(bound.mention.label)
    if near is not None and near[1] >= draft.policy.link_cosine and near[0] != bound.key:
        draft.add_link(bound.key, near[0], near[1])


def _nearest(mention: Mention, owner: str, draft: Draft) -> str | None:
    """Return the entity whose label is so close that only the distance of labels keeps them apart."""
    near = draft.nearest(mention.label)
    if near is None or near[1] < draft.policy.identity_cosine:
        return None
    return near[0] if may_be_one(mention, owner, near[0], draft) else None


def _owner(mention: Mention, draft: Draft) -> Bound | None:
    if mention.owner_reference is not None:
        reference = draft.annotation.references[mention.owner_reference]
        return _resolve(reference, draft)
    if mention.owner in PARTICIPANTS:
        return Bound(key=mention.owner, mention=mention)
    head = mention.owner.split()[-1] if mention.owner.split() else ""
    named = Mention(text=mention.owner, label=mention.owner, head=head, definite=True, proper=mention.owner.istitle())
    return bind(named, draft)


def _resolve(reference: Reference, draft: Draft) -> Bound | None:
    """Close a reference: inside the turn where it has an antecedent, else by what was spoken of lately."""
    if reference.antecedent is not None and reference.antecedent.reference is None:
        named = bind(reference.antecedent, draft)
        if named is not None:
            text = draft.annotation.sentences[reference.sentence].text
            within = Binding(text=reference.text, entity=named.key, turn=draft.position, sentence=text)
            return Bound(key=named.key, mention=named.mention, bindings=(*named.bindings, within))
    match reference.kind:
        case ReferenceKind.PRONOUN:
            return _first(_fitting(reference, draft), reference, draft) or _unnamed(reference, draft)
        case ReferenceKind.DEMONSTRATIVE:
            if reference.head:
                return _first(_headed(reference, draft), reference, draft)
            return _unnamed(reference, draft)
        case ReferenceKind.ORDINAL:
            return _numbered(reference, draft)
        case _:
            return None


def _first(candidates: Iterator[str], reference: Reference, draft: Draft) -> Bound | None:
    key = next(candidates, None)
    mention = draft.mention(key) if key else None
    if key is None or mention is None:
        return None
    return Bound(key=key, mention=mention, bindings=(draft.binding(reference.text, key),))


def _unnamed(reference: Reference, draft: Draft) -> Bound | None:
    """Take a pronoun for one thing of which no more is known, when nothing else was spoken of that it could mean."""
    label = ANONYMOUS.get(reference.gender, "it")
    lately = {spoken.entity for spoken in draft.session.salience} - PARTICIPANTS
    if reference.plural or (label == "it" and lately and label not in lately):
        return None
    kind = EntityType.OBJECT if label == "it" else EntityType.PERSON
    unknown = Mention(text=reference.text, label=label, head=label, type=kind, definite=True)
    return Bound(key=label, mention=draft.mention(label) or unknown)


def _fitting(reference: Reference, draft: Draft) -> Iterator[str]:
    """Go through the entities that a pronoun may stand for, most salient first."""
    said_before = [key for sentence, _, key in sorted(draft.spoken) if -sentence < reference.sentence]
    for key in [*said_before, *(spoken.entity for spoken in draft.session.salience)]:
        if key not in PARTICIPANTS and _agrees(reference, key, draft):
            yield key


def _agrees(reference: Reference, key: str, draft: Draft) -> bool:
    mention = draft.mention(key)
    if mention is None:
        return False
    kind = mention.type
    if kind in UNSPOKEN:
        return False
    if reference.plural:
        return mention.plural or kind in MANY
    if mention.plural:
        return False
    if reference.gender in {"m", "f"}:
        return kind is EntityType.PERSON and draft.knowledge.gender(mention.head) in {"", reference.gender}
    return kind is not EntityType.PERSON


def _headed(reference: Reference, draft: Draft) -> Iterator[str]:
    """Find "that plan" by its head word: in this turn, else in the newest one that spoke of one such thing.

    Where that turn spoke of several, it is not clear which is meant; where none was spoken of lately, the newest is.
    """
    headed = draft.headed(reference.head)
    known = set(headed)
    here = [key for sentence, _, key in sorted(draft.spoken) if -sentence < reference.sentence and key in known]
    if here:
        return iter(here)
    lately = [spoken for spoken in draft.session.salience if spoken.entity in known]
    if not lately:
        return reversed(headed)
    together = {spoken.entity for spoken in lately if spoken.turn == lately[0].turn}
    return iter(together) if len(together) == 1 else iter(())


def _numbered(reference: Reference, draft: Draft) -> Bound | None:
    """Find "the second one" among the options of the last choice, or the things that the last turn listed."""
    listed = list(_listed(draft))
    place = reference.position if reference.position < 0 else reference.position - 1
    if not listed or not -len(listed) <= place < len(listed):
        return None
    return _first(iter([listed[place].entity]), reference, draft)


def _listed(draft: Draft) -> Iterator[Spoken]:
    """Go through the entities that the newest turn lists: objects that share subject and relation."""
    newest = draft.session.salience.newest()
    lists: dict[tuple[str, str], list[str]] = {}
    for claim in draft.session.newest_claims:
        if claim.object:
            lists.setdefault((claim.subject, claim.family), []).append(claim.object)
    longest = max(lists.values(), key=len, default=[])
    by_key = {spoken.entity: spoken for spoken in newest}
    if len(longest) > 1:
        yield from (by_key[key] for key in longest if key in by_key)


def speaker_label(role: Role) -> str:
    """Return the label of a participant; system and tool speak for the assistant's side."""
    return USER if role is Role.USER else ASSISTANT
