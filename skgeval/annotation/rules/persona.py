"""Reads whom the assistant plays."""

from __future__ import annotations

import re
from functools import cache

from schemas.annotation import RuleKind
from schemas.turn import Role
from skgeval.annotation.rules.directive import Directive, Polarity
from skgeval.annotation.rules.draft import Draft, lift
from skgeval.annotation.rules.lexicon import characters, name, rule_words

_STAY = re.compile(
    r"^(?:stay|staying|remain|remaining|keep|be) (?:strictly |fully |completely )?in (?:the |"
    r"your )?(?:character|role|persona)\b",
    re.IGNORECASE,
)
_BREAK = re.compile(
    r"^(?:break|breaking|drop|dropping|fall(?:ing)? out of|step(?:ping)? out of|leave|leaving|"
    r"come out of|slip(?:ping)? out of) (?:the |your |out of )*(?:character|role|persona)\b",
    re.IGNORECASE,
)
_PLAY = re.compile(
    r"^(?:talk|talking|speak|speaking|answer|answering|write|writing|respond|responding|reply|replying|"
    r"behave|behaving|act|acting|sound|sounding|communicate|be|continue)(?: to me|"
    r" with me)?(?: exactly| just| only)? (?:like|as(?: if you were| though you were)?|"
    r"in the (?:style|voice|manner) of) (?P<like>.{2,60})$|"
    r"^(?:pretend|pretending|imagine)(?: (?:to be|that you are|you are|being|yourself to be|"
    r"yourself as)) (?P<pretend>.{2,60})$|"
    r"^(?:role-?play|roleplaying|play|playing|take on|adopt|assume)(?: (?:as|the (?:role|part|persona|"
    r"character|voice) of))? (?P<play>.{2,60})$|"
    r"^(?:talk|speak|use|answer in|reply in|respond in|talking|speaking) (?P<speak>\w+)(?:[ -](?:speak|"
    r"talk|speech|language|accent|dialect|lingo|english))?$",
    re.IGNORECASE,
)
_YOU_ARE = re.compile(r"^you (?:are|will be|are now|shall be) (?:now )?(?P<who>.{2,60})$", re.IGNORECASE)
_DROPPED = re.compile(
    r"^(?:the )?(?:\w+ ){0,2}(?:act|persona|accent|character|voice|role|role-?play|impression|speak|"
    r"talk|thing)$|^(?:pretending|acting|role-?playing)(?: to be)?\b.*$",
    re.IGNORECASE,
)
_SELF = re.compile(
    r"^(?:be|go back to being|return to being|become) yourself(?: again)?$|^(?:talk|speak|write|answer|"
    r"reply) normally(?: again)?$",
    re.IGNORECASE,
)


def read_persona(read: Directive) -> tuple[Draft, ...]:
    """Read "talk like a pirate", "stay in character", and the end of it."""
    stays, breaks = _STAY.match(read.body) is not None, _BREAK.match(read.body) is not None
    played = _played(read)
    if _ends(read, about_it=stays or breaks or played is not None, breaks=breaks):
        return (lift(RuleKind.PERSONA),)
    if read.frees or (read.polarity is Polarity.AVOID and not breaks):
        return ()
    return (_persona(played),) if stays or breaks or played else ()


def _ends(read: Directive, *, about_it: bool, breaks: bool) -> bool:
    if _SELF.match(read.body) and read.polarity is not Polarity.AVOID:
        return True
    if read.polarity is Polarity.DO:
        return breaks
    dropped = about_it or _DROPPED.match(read.body) is not None
    return dropped and (read.frees or not breaks)


def _played(read: Directive) -> str | None:
    found = _PLAY.match(read.body)
    if found:
        who = next(group for group in found.groups() if group)
        known = name(who) in rule_words().characters or _character().search(who) is not None
        if found.group("speak"):
            return who if name(who) in rule_words().characters else None
        return who if known or (not found.group("like") or re.match(r"(?:an?|the) |[A-Z]", who)) else None
    if read.role is Role.SYSTEM:
        you = _YOU_ARE.match(read.stated.text.strip(" ."))
        if you and _character().search(you.group("who")):
            return you.group("who")
    return None


def _persona(who: str | None) -> Draft:
    known = _character().search(who) if who else None
    if known is None:
        return Draft(kind=RuleKind.PERSONA, exceptions=rule_words().falls_out, standing_only=who is not None)
    character = rule_words().characters[name(known.group())]
    return Draft(
        kind=RuleKind.PERSONA,
        unit=character.name,
        terms=character.terms,
        low=rule_words().persona_words,
        exceptions=rule_words().falls_out,
    )


@cache
def _character() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{characters()})(?![\w-])", re.IGNORECASE)
