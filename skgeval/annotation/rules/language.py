"""Reads which language to answer in, and which spelling to use."""

from __future__ import annotations

import re
from functools import cache

from schemas.annotation import RuleKind
from skgeval.annotation.rules.directive import Directive, Polarity
from skgeval.annotation.rules.draft import Draft, lift
from skgeval.annotation.rules.lexicon import languages, name, rule_words, spellings


def read_language(read: Directive) -> tuple[Draft, ...]:
    """Read "answer in French", "speak German to me", "French only"; a text to be translated is none."""
    found = _language().match(read.body)
    if not found:
        return ()
    verb, between, answers = (found.group(part) for part in ("verb", "between", "answers"))
    named = read.addressed or read.exclusive or read.answers
    refused = read.polarity is Polarity.AVOID and re.search(r"\b(?:no more|enough)\b", read.stated.text, re.IGNORECASE)
    if not verb and not between and not refused and not (named and read.exclusive):
        return ()
    if (
        verb
        and verb.lower().split()[0]
        in {"use", "using", "write", "writing", "give", "giving", "explain", "explaining", "do", "have", "want"}
        and not (between or answers or read.exclusive)
        and not verb.lower().startswith("us")
    ):
        return ()
    code = rule_words().languages[name(found.group("language"))]
    if read.frees:
        return (lift(RuleKind.LANGUAGE),)
    others = tuple(sorted(word for word, other in rule_words().languages.items() if other != code))
    if read.polarity is Polarity.AVOID:
        return (
            lift(RuleKind.LANGUAGE),
            Draft(kind=RuleKind.LANGUAGE, language=code, unit="avoid", exceptions=(name(found.group("language")),)),
        )
    return (Draft(kind=RuleKind.LANGUAGE, language=code, exceptions=rule_words().language_requests + others),)


def read_spelling(read: Directive) -> tuple[Draft, ...]:
    """Read "use British spelling", "American English please"."""
    found = _spelling().search(read.body)
    if not found:
        return ()
    rest = f"{read.body[: found.start()]} {read.body[found.end() :]}".lower()
    if not all(
        word in rule_words().vocabulary["spelling"] or _spelling().fullmatch(word)
        for word in re.findall(r"[\w'-]+", rest)
    ):
        return ()
    if not (read.addressed or rest.strip() or read.exclusive):
        return ()
    wanted = rule_words().spellings[name(found.group())] if not found.group("way") else found.group("way").lower()
    wanted = {"uk": "british", "us": "american"}.get(wanted, wanted)
    if read.frees:
        return (lift(RuleKind.SPELLING),)
    if read.polarity is Polarity.AVOID:
        wanted = "british" if wanted == "american" else "american"
    return (Draft(kind=RuleKind.SPELLING, unit=wanted, terms=rule_words().misspelt[wanted]),)


@cache
def _language() -> re.Pattern[str]:
    return re.compile(
        r"^(?P<verb>(?:answer|answering|reply|replying|respond|responding|write|writing|speak|speaking|"
        r"talk|talking|communicate|communicating|"
        r"chat|chatting|converse|conversing|continue|switch|switching|change|stick|be|use|using|give|"
        r"giving|explain|explaining|do|have|want|keep|"
        r"go|carry on|stay|tell me|say)\b(?: back| over| only)?)?"
        r"(?P<answers> ?(?:it|me|them|everything|things|this|(?:(?:all|your|the|my|every|"
        r"each) )*(?:answers?|replies|reply|responses?|messages?|"
        r"explanations?|questions?)|to me|with me|everything to me))*"
        r"(?P<between>(?:^| )(?:only |exclusively |back )?(?:in|to|into|with) (?:only |exclusively |"
        r"plain |simple |proper |correct |the )?)?"
        rf" ?(?:only |exclusively )?(?P<language>{languages()})(?: language)?(?: only| exclusively)?"
        r"(?:,? (?:not|instead of|rather than|and not|never) (?:in )?\w+)?(?:,? (?:even|regardless|"
        r"no matter|whatever).*)?$",
        re.IGNORECASE,
    )


@cache
def _spelling() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{spellings()})\b|\bthe (?P<way>british|american|uk|us) way\b", re.IGNORECASE)
