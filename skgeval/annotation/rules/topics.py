"""Reads what to talk about and what not: "never mention prices", "always say which version", "leave the budget out"."""

from __future__ import annotations

import re
from functools import cache

import msgspec

from schemas.annotation import RuleKind, RuleScope
from skgeval.annotation.rules.clauses import QUOTE, Stated
from skgeval.annotation.rules.directive import Directive, Polarity
from skgeval.annotation.rules.draft import Draft, lift
from skgeval.annotation.rules.lexicon import name, rule_words, topics

_TALK = (
    r"mention|mentioning|talk about|talking about|bring up|bringing up|bring in|discuss|discussing|"
    r"refer to|referring to|speak about|speaking about|"
    r"speak of|speaking of|touch on|touching on|touch upon|"
    r"comment on|commenting on|allude to|alluding to|"
    r"reveal|revealing|disclose|disclosing|raise|raising|write about|writing about|hear about|"
    r"hear anything about|read about|"
    r"say anything about|saying anything about|say a word about|say anything on|tell me anything about|"
    r"tell me about|ask me about|asking me about|"
    r"ask about|asking about|remind me of|remind me about|reminding me of|reminding me about|name|"
    r"naming|make (?:any )?(?:mention of|references? to)|making (?:any )?(?:mention of|references? to)|"
    r"include (?:any )?(?:mention of|mentions of|references? to|information (?:about|on))|"
    r"use (?:the )?(?:words?|phrases?|terms?|names?|expressions?)|using (?:the )?(?:words?|phrases?|"
    r"terms?|names?|expressions?)|"
    r"say (?:the )?(?:words?|phrases?|names?)|saying (?:the )?(?:words?|phrases?|names?)|"
    r"give me (?:any )?(?:information|details) (?:about|on)|give me|quote|quoting|state|stating|show me|"
    r"show"
)
_DEMAND = (
    r"mention|include|refer to|cite|add|use (?:the )?(?:words?|phrases?|terms?|names?)|say|bring up|name|"
    r"remind me of|remind me about|state|quote|tell me about|point to|point out|recommend"
)
_ONLY_LEXICON = frozenset(
    {
        "give me",
        "quote",
        "quoting",
        "state",
        "stating",
        "show me",
        "show",
        "tell me about",
        "name",
        "naming",
        "raise",
        "raising",
    }
)
_LEADING = re.compile(
    r"^(?:the (?:topics?|subjects?|words?|phrases?|terms?|names?|issues?|matter|question|whole|"
    r"fact)(?: of)?|any(?:thing)?(?: (?:about|of|to do with|related to|like|regarding|on|concerning))?|"
    r"all|the|my|our|your|his|her|their|a|an|"
    r"words like|things like|stuff like|details (?:about|of|on)|specific|exact|actual|some|those|these|"
    r"of|either|both|even|about|concrete|"
    r"talk of|mentions? of|references? to|word(?:s)? about|certain|such)\s+",
    re.IGNORECASE,
)
_NOT_A_TOPIC = re.compile(
    r"\b(?:it|this|that|them|these|those|him|her|me|you|us|i|anything|everything|something|nothing|what|"
    r"how|why|whether|who|when|where|which|"
    r"if|more|less|things|stuff|one|same|too|so|much|please|time|problem|thing|way|point|case|to)\b",
    re.IGNORECASE,
)
_CODE_NAME = re.compile(r"\b(?=[A-Z0-9-]*[A-Z])[A-Z0-9][A-Z0-9-]{3,}\b")
"""A secret or product code inside a phrase: "the code word ORCHID" is broken by the code itself."""
_LONGEST_TOPIC = 4
_LEAD = re.compile(
    r"^(?:include|including|use|using|give me|add|adding|see|hear|any|(?P<explicit>(?:the )?(?:topics?|"
    r"subjects?|words?|phrases?|terms?)(?: of)?)) ",
    re.IGNORECASE,
)
_BAN = re.compile(
    r"^(?:leave|keep|leaving|keeping) (?P<out>.{2,40}?) (?:out|aside|away|off the table)(?: of (?:it|"
    r"this|the (?:conversation|picture|discussion|chat)|our .{1,20}|things))?$|"
    r"^(?:leave|leaving) (?:out|aside) (?P<aside>.{2,40})$|"
    r"^(?:stay|steer|keep|staying|steering|keeping) (?:off|away from|clear of|out of) (?P<clear>.{2,40})$|"
    r"^(?P<taboo>.{2,40}?) (?:is|are|shall be|must be|should be|will be) (?:off[ -]limits|off the table|"
    r"(?:a |an absolute )?taboo|not up for discussion|a no-go|banned|forbidden|not to be mentioned|"
    r"not to be discussed)$|"
    r"^(?P<passive>.{2,40}?) (?:must|should|shall|may|can|is to|are to) (?:not|"
    r"never) (?:be (?:mentioned|discussed|named|brought up)|come up|appear|be part of .{1,20})$|"
    r"^(?:not a word|not one word|nothing|not a single word) (?:about|on|of) (?P<nothing>.{2,40})$",
    re.IGNORECASE,
)
_NOUN_BAN = re.compile(
    r"^(?:(?:any|all|every|further|more) )?(?:(?:talk|mention|mentions|discussion|discussions|word|"
    r"words|comments|remarks|references?|"
    r"information|details|chat) (?:of|about|on) (?P<about>.{2,40})|(?P<talk>.{2,40}?) talk)$",
    re.IGNORECASE,
)
_OPENED = re.compile(
    r"^(?P<topic>.{2,40}?) (?:is|are) (?:now )?(?:ok|okay|fine|allowed|welcome|back on the table|"
    r"no longer off[ -]limits|no longer (?:a )?taboo|no problem|up for discussion)(?: (?:now|again|to talk about))*$",
    re.IGNORECASE,
)


class Subject(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to talk about: the words that show it, those that ask for it, whether the lexicon knows it.

    `open` says that "no X" means talk about it: "no politics" does, "no meat" is a wish about food.
    """

    terms: tuple[str, ...]
    asked: tuple[str, ...] = ()
    known: bool = False
    open: bool = False


def read_topics(read: Directive) -> tuple[Draft, ...]:
    """Read topics and words to avoid, to mention, or free again."""
    if read.frees:
        return _freed(read)
    banned = _banned(read)
    if banned:
        return tuple(_avoid(subject) for subject in banned)
    if read.polarity is Polarity.AVOID:
        return tuple(_avoid(subject) for subject in forbidden(read.body, read.stated, attitude=read.attitude))
    return _opened(read) or _demanded(read)


def subjects(text: str, stated: Stated) -> tuple[Subject, ...]:
    """Split a list of topics and look each up; () when it is no list of short names."""
    whole = _subject(text, stated)
    if whole is not None and whole.known:
        return (whole,)
    parts = [part for part in re.split(r",\s*(?:and |or |nor )?|\s+(?:or|and|nor)\s+", text) if part.strip()]
    found = [_subject(part, stated) for part in parts]
    return tuple(subject for subject in found if subject is not None) if all(found) else ()


def _subject(text: str, stated: Stated) -> Subject | None:
    bare = text.strip(" ,.")
    for _ in range(_LONGEST_TOPIC):
        topic = rule_words().topics.get(name(stated.unquoted(bare)))
        if topic is not None and topic.terms:
            return Subject(terms=topic.terms, asked=topic.asked, known=True, open=topic.talked_about)
        shorter = _LEADING.sub("", bare)
        if shorter == bare:
            break
        bare = shorter
    if re.fullmatch(QUOTE, bare):
        return Subject(terms=(stated.unquoted(bare),))
    too_long = len(bare.split()) > _LONGEST_TOPIC
    if not bare or too_long or _NOT_A_TOPIC.search(bare) or not re.fullmatch(r"[\w' &.+#/-]+", bare):
        return None
    code = _CODE_NAME.search(bare)
    return Subject(terms=(code.group(),) if code and code.group() != bare else _forms(bare))


def _forms(phrase: str) -> tuple[str, ...]:
    forms = [phrase]
    if phrase.endswith("ies"):
        forms.append(phrase[:-3] + "y")
    elif phrase.endswith("s") and not phrase.endswith("ss"):
        forms.append(phrase[:-1])
    if "-" in phrase:
        forms.append(phrase.replace("-", " "))
    return tuple(forms)


def _avoid(subject: Subject) -> Draft:
    return Draft(kind=RuleKind.AVOID, terms=subject.terms, exceptions=subject.terms + subject.asked)


def _banned(read: Directive) -> tuple[Subject, ...]:
    ban = _BAN.match(read.body)
    if not ban or read.polarity is Polarity.AVOID:
        return ()
    return tuple(
        s
        for s in subjects(next(group for group in ban.groups() if group), read.stated)
        if (s.known or read.addressed or not ban.group("out"))
        and (read.addressed or read.standing or not ban.group("clear"))
    )


def forbidden(body: str, stated: Stated, *, attitude: bool = False) -> tuple[Subject, ...]:
    """Return what "do not …" forbids to talk about: "mention prices", "say 'basically'", "talk of politics"."""
    noun_ban = _NOUN_BAN.match(body)
    if noun_ban:
        return subjects(noun_ban.group("about") or noun_ban.group("talk"), stated)
    talk = _talk().match(body)
    if talk:
        verb = " ".join(talk.group("verb").lower().split())
        found = subjects(talk.group("topic"), stated)
        return tuple(subject for subject in found if subject.known) if verb in _ONLY_LEXICON else found
    said = re.match(
        r"^(?:say|saying|use|using|write|writing|answer(?:ing)? with|include|including|put|"
        r"add)(?: (?:the (?:word|phrase|term)s?|things like|phrases like|"
        rf"words like))? (?P<quoted>{QUOTE}(?:(?:,| or|, or| and) {QUOTE})*)$",
        body,
        re.IGNORECASE,
    )
    if said:
        return subjects(said.group("quoted"), stated)
    lead = _LEAD.match(body)
    matter = body[lead.end() :] if lead else body
    found = subjects(matter, stated)
    if lead and lead.group("explicit"):
        return found
    quoted = re.fullmatch(rf"{QUOTE}(?:(?:,| or|, or| and) {QUOTE})*", matter)
    return tuple(subject for subject in found if (subject.open and not attitude) or quoted)


def _freed(read: Directive) -> tuple[Draft, ...]:
    talk = _talk().match(read.body)
    found = (
        subjects(talk.group("topic"), read.stated)
        if talk
        else tuple(s for s in subjects(re.sub(r"^(?:use|say|include|have) ", "", read.body), read.stated) if s.known)
    )
    return tuple(lift(RuleKind.AVOID, terms=subject.terms) for subject in found)


def _opened(read: Directive) -> tuple[Draft, ...]:
    opened = _OPENED.match(read.body)
    if opened and re.search(
        r"\b(?:now|again|no longer|allowed|to talk about|back on)\b", read.stated.text, re.IGNORECASE
    ):
        return tuple(
            lift(RuleKind.AVOID, terms=subject.terms) for subject in subjects(opened.group("topic"), read.stated)
        )
    invites = re.match(
        r"(?:\w+,? ){0,4}(?:let us|can we|could we|shall we|we should|it is time to|time to)\b",
        read.stated.text,
        re.IGNORECASE,
    )
    talk = _talk().match(re.sub(r"^(?:it is )?time to ", "", read.body)) if invites else None
    if not talk:
        return ()
    return tuple(lift(RuleKind.AVOID, terms=subject.terms) for subject in subjects(talk.group("topic"), read.stated))


def _demanded(read: Directive) -> tuple[Draft, ...]:
    demand = re.match(rf"^(?:{_DEMAND}) (?P<topic>.{{2,60}})$", read.body, re.IGNORECASE)
    if not demand:
        return ()
    found = subjects(demand.group("topic"), read.stated)
    return tuple(
        Draft(kind=RuleKind.MENTION, terms=subject.terms, usual=RuleScope.ANSWER, standing_only=True)
        for subject in found
    )


@cache
def _talk() -> re.Pattern[str]:
    # The lexicon's multi-word topics ("what things cost") would fail as free phrases, so they are tried first.
    return re.compile(rf"^(?P<verb>{_TALK}) (?P<topic>(?:the )?(?:{topics()})|.{{2,60}})$", re.IGNORECASE)
