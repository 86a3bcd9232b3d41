"""Reads the end of a rule by its name: "forget the one-sentence rule", "drop the emoji ban", "back to normal"."""

from __future__ import annotations

import re

from schemas.annotation import RuleKind
from skgeval.annotation.rules.directive import Directive, Polarity
from skgeval.annotation.rules.draft import Draft, lift
from skgeval.annotation.rules.lexicon import (
    characters,
    languages,
    measures,
    name,
    rule_words,
    spellings,
    things,
    topics,
)

_RULE = (
    r"(?:rules?|limits?|limitations?|restrictions?|constraints?|instructions?|requirements?|bans?|policy|"
    r"policies|prohibitions?|format(?:ting)?|thing|stuff|request|condition|guidelines?|act)"
)
_NAMED = re.compile(
    r"^(?:(?P<plain>forget about|forget|never mind|nevermind|scrap)|drop|ignore|cancel|disregard|lift|"
    r"remove|undo|relax|"
    r"suspend|end|abandon|override|discard|withdraw|ditch|stop)"
    r"(?:ing)?(?: (?:about|with|following|using))?(?: (?:that|the|my|your|all|any|every|those|these|"
    r"this|our|of|previous|earlier|old|former|first|last))* ?"
    rf"(?P<name>.{{0,50}}?)(?: ?(?P<rule>{_RULE}))?(?: (?:i (?:gave|set|told|made|asked).*|from before|"
    r"from earlier|we (?:agreed|had|set).*|(?:about|on|against) (?P<about>.{1,40})))?$",
    re.IGNORECASE,
)
_ENDED = re.compile(
    rf"^(?:the|my|that|our)? ?(?P<name>.{{0,40}}?) (?P<rule>{_RULE}) (?:is|are) (?:lifted|gone|off|over|"
    r"cancelled|canceled|no longer (?:in force|valid|needed|necessary)|not needed|suspended|dropped|"
    r"history)$",
    re.IGNORECASE,
)
_TAKEN_BACK = re.compile(
    r"^i (?:take (?:it |that )?back(?: what i said)?|(?:have )?changed my mind) (?:about|on) (?:the |"
    r"using )?(?P<name>.{2,40})$",
    re.IGNORECASE,
)
_FINE = re.compile(
    r"^(?P<name>.{2,40}?) (?:is|are) (?:now )?(?:ok|okay|fine|allowed|welcome|all right|alright|good|"
    r"no problem|back)(?: (?:now|again|with me|by me))*$",
    re.IGNORECASE,
)
_NORMAL = re.compile(
    r"^(?:(?:go |get |let us go |switch |return )?back to (?:normal|your normal (?:self|style|answers)|"
    r"how (?:you|it) (?:were|was).*|your usual .{1,20}|the usual .{1,20})|answer (?:normally|as usual|"
    r"as you like|however you like|in any (?:way|form|style).*)|"
    r"normal (?:answers|replies|responses|style)(?: are fine)?)$",
    re.IGNORECASE,
)
_BY_NAME: tuple[tuple[re.Pattern[str], RuleKind], ...] = (
    (
        re.compile(
            r"\b(?:sentence|word|words|sentences|length|short|brief|paragraph|character|concise|brevity)\b",
            re.IGNORECASE,
        ),
        RuleKind.LENGTH,
    ),
    (re.compile(r"\b(?:language)\b", re.IGNORECASE), RuleKind.LANGUAGE),
    (re.compile(r"\b(?:question|questions)\b", re.IGNORECASE), RuleKind.ONE_QUESTION),
    (re.compile(r"\b(?:name|nickname)\b", re.IGNORECASE), RuleKind.ADDRESS),
    (re.compile(r"\b(?:persona|character|role|role-?play|accent)\b", re.IGNORECASE), RuleKind.PERSONA),
    (re.compile(r"\b(?:spelling)\b", re.IGNORECASE), RuleKind.SPELLING),
    (re.compile(r"\b(?:units?|currency|measurements?)\b", re.IGNORECASE), RuleKind.UNITS),
    (re.compile(r"\b(?:greeting|opening|opener|intro|prefix)\b", re.IGNORECASE), RuleKind.START),
    (re.compile(r"\b(?:sign-off|signature|closing|ending)\b", re.IGNORECASE), RuleKind.END),
    (re.compile(r"\b(?:format|formatting|layout)\b", re.IGNORECASE), RuleKind.FORMAT),
)
_EVERY = re.compile(r"rules|instructions|constraints|restrictions|limits|requirements|guidelines", re.IGNORECASE)
_STYLES = tuple(kind for kind in RuleKind if kind not in {RuleKind.AVOID, RuleKind.MENTION, RuleKind.UNASKED})


def read_lifting(read: Directive) -> tuple[Draft, ...]:
    """Read which rules end; a name that means no rule ends none."""
    if read.polarity is Polarity.DO and _NORMAL.match(read.body):
        return tuple(lift(kind) for kind in _STYLES)
    found = _NAMED.match(_verb_phrase(read)) or _ENDED.match(read.body)
    if found:
        return _ended(found)
    taken_back = _TAKEN_BACK.match(read.body)
    if taken_back:
        return _called(taken_back.group("name"), named_rule=True)
    fine = _FINE.match(read.body)
    return _called(fine.group("name"), named_rule=False) if fine and read.polarity is Polarity.DO else ()


def _ended(found: re.Match[str]) -> tuple[Draft, ...]:
    groups = found.groupdict()
    named, rule, about = (groups.get(part) or "" for part in ("name", "rule", "about"))
    if not rule and not groups.get("plain"):
        return ()
    if rule and not named.strip() and not about:
        return tuple(lift(kind) for kind in RuleKind) if _EVERY.fullmatch(rule) else ()
    return _called(f"{named} {about}", named_rule=bool(rule))


def _verb_phrase(read: Directive) -> str:
    # "Drop the pirate act" loses its verb in `directive`, which reads "no pirate act".
    if read.polarity is not Polarity.AVOID:
        return read.body
    clause = next((one for one in read.stated.clauses if one.endswith(read.body)), "")
    verb = re.search(r"\b(?:drop|stop|ditch|skip)\b", clause, re.IGNORECASE)
    ends_a_rule = re.search(rf"\b{_RULE}$", read.body, re.IGNORECASE)
    return f"drop {read.body}" if verb and ends_a_rule else ""


def _called(text: str, *, named_rule: bool) -> tuple[Draft, ...]:
    words = rule_words()
    named = [words.things[found] for found in _all(things(), text)]
    drafts = [lift(thing.kind, terms=thing.terms + thing.against + thing.avoided) for thing in named]
    drafts.extend(lift(RuleKind.AVOID, terms=words.topics[found].terms) for found in _all(topics(), text))
    drafts.extend(lift(RuleKind.UNITS, terms=words.measures[found].excluded) for found in _all(measures(), text))
    simple = ((spellings(), RuleKind.SPELLING), (languages(), RuleKind.LANGUAGE), (characters(), RuleKind.PERSONA))
    drafts.extend(lift(kind) for pattern, kind in simple if named_rule and _all(pattern, text))
    if named_rule or re.search(r"\blong(?:er)?\b", text, re.IGNORECASE):
        drafts.extend(lift(kind) for pattern, kind in _BY_NAME if pattern.search(text))
    if re.search(r"\b(?:longer|detailed|long) (?:answers|replies|responses|messages)\b", text, re.IGNORECASE):
        drafts.append(lift(RuleKind.LENGTH))
    return tuple(dict.fromkeys(drafts))


def _all(pattern: str, text: str) -> list[str]:
    return [name(match.group()) for match in re.finditer(rf"(?<![\w-])(?:{pattern})(?![\w])", text, re.IGNORECASE)]
