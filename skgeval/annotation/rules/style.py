"""Reads rules about things of style: emoji, bullet points, JSON, apologies, formality, sources, dashes."""

from __future__ import annotations

import re
from functools import cache

from schemas.annotation import RuleKind, RuleScope
from skgeval.annotation.rules.directive import Directive, Polarity
from skgeval.annotation.rules.draft import Draft, lift
from skgeval.annotation.rules.lexicon import name, rule_words, things
from skgeval.knowledge.rule_words import Thing

_LAYING_OUT = frozenset(
    {
        "use",
        "using",
        "format",
        "answer",
        "answering",
        "reply",
        "respond",
        "present",
        "structure",
        "put",
        "output",
        "return",
        "write",
    }
)
_DEMANDS_CONTENT = frozenset({"links", "code blocks", "headings", "bold", "italics", "uppercase", "hashtags", "digits"})
_CASES = frozenset({"lowercase", "uppercase"})
_QUANTIFIERS = (
    r"(?:(?:a|an|any|some|those|these|all|only|your|so many|so much|too many|too much|more|such|lots of|"
    r"plenty of|a lot of|"
    r"loads of|of|simple|short|proper|many|at least one|one|every kind of|silly|unnecessary|fancy|"
    r"constant|constantly|the use of|more than|"
    r"always|ever|in|being|to|corporate|technical|annoying|stupid|so|very|overly|too|even|single) )*"
)


def read_style(read: Directive) -> tuple[Draft, ...]:
    """Read what to use and what not to use, several things in one clause included."""
    banned = _banned().match(read.body) if read.polarity is Polarity.DO else None
    if banned:
        return _forbidden(rule_words().things[name(banned.group("thing"))])
    found = _use().match(read.body)
    if not found:
        return ()
    named = [rule_words().things[name(thing.group())] for thing in _thing().finditer(found.group("things"))]
    verb = (found.group("verb") or "").lower()
    if not verb and read.polarity is Polarity.DO and not (read.exclusive or read.answers or read.addressed):
        return ()
    return tuple(
        draft for thing in dict.fromkeys(one.name for one in named) for draft in _drafts(read, _by_name(thing), verb)
    )


def _drafts(read: Directive, thing: Thing, verb: str) -> tuple[Draft, ...]:
    if read.frees:
        return (lift(thing.kind, terms=thing.terms + thing.against),)
    if thing.kind is RuleKind.ADDRESS:
        return _manner(read, thing)
    if read.polarity is Polarity.AVOID:
        return _forbidden(thing)
    if thing.only_avoided:
        return ()
    content = thing.kind is RuleKind.MENTION or thing.name in _DEMANDS_CONTENT
    laid_out = thing.kind is RuleKind.FORMAT and (verb.split(maxsplit=1)[0] in _LAYING_OUT if verb else True)
    kind = RuleKind.TONE if thing.kind is RuleKind.AVOID else thing.kind
    return (
        Draft(
            kind=kind,
            terms=thing.terms,
            exceptions=rule_words().layout_requests if kind is RuleKind.FORMAT else (),
            usual=RuleScope.SESSION if kind is RuleKind.TONE or thing.name in _CASES else RuleScope.ANSWER,
            standing_only=content or (kind is RuleKind.FORMAT and not laid_out),
        ),
    )


def _forbidden(thing: Thing) -> tuple[Draft, ...]:
    if thing.kind is RuleKind.MENTION:
        return (Draft(kind=RuleKind.AVOID, terms=thing.avoided, exceptions=thing.asked, standing_only=True),)
    return (Draft(kind=thing.kind, terms=thing.avoided, unit="avoid", exceptions=thing.asked),)


def _manner(read: Directive, thing: Thing) -> tuple[Draft, ...]:
    """Forbid the marks of the opposite manner, and free its own: "be formal" forbids "gonna"."""
    forbidden, freed = thing.against, thing.terms
    if read.polarity is Polarity.AVOID:
        forbidden, freed = freed, forbidden
    return (
        lift(RuleKind.ADDRESS, terms=freed),
        Draft(kind=RuleKind.ADDRESS, terms=forbidden, unit="avoid", exceptions=thing.asked),
    )


def _by_name(wanted: str) -> Thing:
    return next(thing for thing in rule_words().things.values() if thing.name == wanted)


@cache
def _thing() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{things()})(?![\w-])", re.IGNORECASE)


@cache
def _banned() -> re.Pattern[str]:
    return re.compile(
        rf"^(?P<thing>{things()}) (?:is|are) (?:(?:not|never) (?:ok|okay|allowed|welcome|permitted|"
        r"wanted|acceptable)|forbidden|banned|"
        r"prohibited|off[ -]limits|a no-go)$",
        re.IGNORECASE,
    )


@cache
def _use() -> re.Pattern[str]:
    manners = r"(?:as|in|with|using|by using|via|in the form of|into)"
    objects = (
        r"(?:(?:me|it|them|everything|things|information|data|results|that|this|(?:all |your |the |every |"
        r"each )*(?:answers?|replies|reply|responses?|messages?|outputs?|text)) )*"
    )
    one = rf"{_QUANTIFIERS}(?:{things()})(?![\w-])"
    return re.compile(
        r"^(?:(?P<verb>(?:format|formatting|answer|answering|reply|replying|respond|responding|present|"
        r"presenting|structure|structuring|put|putting|"
        r"output|outputting|return|returning|write|writing|type|typing|speak|speaking|talk|talking|give|"
        r"giving|keep|keeping|deliver|provide|show|send|sending|lay out|organi[sz]e|"
        rf"render) {objects}{manners}|"
        r"use|using|include|including|add|adding|put|putting|have|having|contain|containing|insert|"
        r"inserting|give me|giving me|give|giving|send me|send|sending|sending me|write|writing|"
        r"return|output|employ|make use of|making use of|rely on|relying on|work with|be|being|sound|"
        r"sounding|see|seeing|want|show me|show|provide|providing|offer|type|typing|stick to|"
        r"go with|keep it|keep your tone|keep your language|stay|remain|act|cite|citing|quote|quoting|"
        r"name|list|make use|shout|shouting|throw in|throwing in|sprinkle in|end with|"
        rf"pepper your answers with|say|speak|talk|write|throwing|start with) |{manners} )?"
        rf"(?P<things>{one}(?:(?:,? (?:or|and|nor)(?: use| with)?|,) {one})*)"
        r"(?: (?:only|exclusively|please|style|form|format|formatting|in it|in them|in there|"
        r"instead of .{1,40}|rather than .{1,40}|to (?:structure|format|organi[sz]e|lay out|present|"
        r"make|show) .{1,40}|"
        r"for (?:everything|all of this|things|anything|lists|answers|structure|emphasis)|"
        r"in your (?:writing|text|texts|tone|language|sentences)|in (?:the )?text|all the time|"
        r"every time|so much|so often|so many times|for everything|about everything|for your mistakes|"
        r"with me|because of .{1,40}))*$",
        re.IGNORECASE,
    )
