"""What somebody likes or not, said outright ("I love tennis") or told by a judgement ("tennis is boring").

What is liked may be an activity: "to watch tennis" is watching, of tennis.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from schemas.claim import ASSISTANT, USER, Claim, Form, Mention
from schemas.turn import Role
from skgeval.knowledge import Knowledge

LIKING = "like"
"""Canonical relation of all attitudes."""


_TAKING_IN = frozenset({"eat", "drink", "watch", "read", "listen"})
"""Activities that are all there is to liking their object."""
_SPEAKERS = frozenset({USER, ASSISTANT})
_FAVOURITE = frozenset({"favorite", "favourite"})
_JUDGING = frozenset({"be", "look", "sound", "seem", "smell", "taste"})
_JUDGING_FORMS = frozenset({Form.ADJECTIVE, Form.NOUN})


class Attitude(msgspec.Struct, frozen=True, kw_only=True):
    """Who likes (or does not like) what, and whether that is only told by a judgement."""

    holder: str
    topic: Mention
    positive: bool
    inferred: bool = False


class Activity(msgspec.Struct, frozen=True, kw_only=True):
    """A verb and what it is done to (an empty mention where nothing is said)."""

    verb: str
    thing: Mention


def attitude_of(claim: Claim, knowledge: Knowledge) -> Attitude | None:
    """Read the attitude that a claim states or tells; None for any other claim (METHOD.md, section 6)."""
    relation, stated = knowledge.canonical(claim.relation)
    if relation == LIKING:
        if not claim.object.label:
            return None
        return Attitude(holder=claim.subject.label, topic=claim.object, positive=claim.polarity == stated)
    judged = (_favourite(claim) or _judgement(claim, knowledge)) if claim.relation in _JUDGING else None
    return judged or _felt(claim, knowledge)


def attitude_key(claim: Claim, knowledge: Knowledge) -> str:
    """Return the key "HOLDER|like:topic" under which attitudes to one thing meet, "" for other claims."""
    found = attitude_of(claim, knowledge)
    if found is None or found.holder not in _SPEAKERS or found.topic.label in knowledge.guards.vague_objects:
        return ""
    doing = activity_in(found.topic, knowledge)
    topic = doing.thing if doing is not None and doing.thing.label else found.topic
    return f"{found.holder}|{LIKING}:{topic.head or topic.label}"


def _favourite(claim: Claim) -> Attitude | None:
    """Read "my favourite sport is tennis" and "tennis is my favourite sport"."""
    if claim.relation != "be" or not claim.polarity:
        return None
    for one, other in ((claim.subject, claim.object), (claim.object, claim.subject)):
        if one.owner in _SPEAKERS and other.label and _FAVOURITE & set(one.label.split()):
            return Attitude(holder=one.owner, topic=other, positive=True, inferred=True)
    return None


def _judgement(claim: Claim, knowledge: Knowledge) -> Attitude | None:
    """Read "tennis is boring", "that pasta tastes awful"."""
    if claim.relation not in _JUDGING or claim.form not in _JUDGING_FORMS or claim.subject.label in _SPEAKERS:
        return None
    words = {claim.object.head, *claim.object.label.split()}
    liked, disliked = words & knowledge.attitudes.liked, words & knowledge.attitudes.disliked
    if bool(liked) is bool(disliked):
        return None
    positive = bool(liked) is claim.polarity
    return Attitude(holder=_speaker(claim), topic=claim.subject, positive=positive, inferred=True)


def _felt(claim: Claim, knowledge: Knowledge) -> Attitude | None:
    """Read "tennis bores me", "crowds annoy me"."""
    if claim.object.label not in _SPEAKERS:
        return None
    pleased = claim.relation in knowledge.attitudes.pleasing
    if not pleased and claim.relation not in knowledge.attitudes.displeasing:
        return None
    return Attitude(holder=claim.object.label, topic=claim.subject, positive=pleased is claim.polarity, inferred=True)


def _speaker(claim: Claim) -> str:
    return USER if claim.speaker is Role.USER else ASSISTANT


def activity_in(mention: Mention, knowledge: Knowledge) -> Activity | None:
    """Read a mention that begins with a verb of the lexicon as an activity; None for any other."""
    verb, _, rest = mention.label.partition(" ")
    stem = verb if verb in knowledge.attitudes.activities else _stem(verb, knowledge)
    if not stem:
        return None
    head = rest.split()[-1] if rest else ""
    same_head = bool(mention.head) and rest.split()[-1:] == [mention.label.split()[-1]] and mention.head != verb
    return Activity(verb=stem, thing=replace(mention, label=rest, head=mention.head if same_head else head))


def activity_of(claim: Claim, knowledge: Knowledge) -> Activity | None:
    """Return what a claim's subject does, or likes to do, where the verb is one of the lexicon."""
    relation, _ = knowledge.canonical(claim.relation)
    if relation == LIKING:
        return activity_in(claim.object, knowledge)
    verb = claim.relation.partition(" ")[0]
    return Activity(verb=verb, thing=claim.object) if verb in knowledge.attitudes.activities else None


class Topics(msgspec.Struct, frozen=True, kw_only=True):
    """What is liked and what is disliked, brought to one level so that they can be compared; None where they cannot."""

    liked: Mention
    disliked: Mention


def topics(wanted: Mention, unwanted: Mention, knowledge: Knowledge) -> Topics | None:
    """Bring what is liked and what is disliked to one level.

    Liking to drink beer is liking beer where alcohol is hated; who hates hiking hates to hike anywhere; who hates to
    play football may love to watch it.
    """
    liked, disliked = activity_in(wanted, knowledge), activity_in(unwanted, knowledge)
    if disliked is None:
        return Topics(liked=liked.thing if liked is not None and liked.thing.label else wanted, disliked=unwanted)
    if liked is None:
        return Topics(liked=wanted, disliked=disliked.thing) if disliked.verb in _TAKING_IN else None
    if liked.verb != disliked.verb or (disliked.thing.label and not liked.thing.label):
        return None
    if not disliked.thing.label:
        verb = Mention(text=liked.verb, label=liked.verb, head=liked.verb)
        return Topics(liked=verb, disliked=verb)
    return Topics(liked=liked.thing, disliked=disliked.thing)


def _stem(word: str, knowledge: Knowledge) -> str:
    """Return the verb of an "-ing" form in the lexicon ("swimming": "swim"), "" for any other word."""
    if not word.endswith("ing"):
        return ""
    bare = word.removesuffix("ing")
    doubled = bare[:-1] if len(bare) > 1 and bare[-1] == bare[-2:-1] else bare
    return next((stem for stem in (bare, f"{bare}e", doubled) if stem in knowledge.attitudes.activities), "")
