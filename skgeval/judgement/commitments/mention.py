"""Checks what an answer says or leaves out, how it starts and how it ends (METHOD.md, section 9)."""

from __future__ import annotations

import re

from schemas.annotation import Rule
from schemas.claim import Span
from skgeval.judgement.commitments.answer import Answer, prose, whole
from skgeval.judgement.commitments.breach import Failure
from skgeval.judgement.commitments.terms import PATTERNS, contains, occurrences, pattern

_DENIED_BEFORE = re.compile(r"\b(?:no|without|instead of|rather than|free of|not)\s+(?:any |the |a )?$", re.IGNORECASE)
_DENIED_AFTER = re.compile(r"[-\s]free\b", re.IGNORECASE)
_REACH = 300
_SENTENCE_END = re.compile(r"[.!?\n]")
_DISOWNED = re.compile(
    r"\b(?:i|we)\b.{0,40}\b(?:not|no longer|never|avoid|stop|leave|skip|keep|refrain|won't|don't|can't|"
    r"cannot|unable|steer clear)\b"
    r"|\b(?:won't|will not) be (?:any|mention)"
    r"|^\W*(?:understood|okay|ok|got it|sure|of course|noted|no)\b.{0,30}\b(?:no|without|not)\b",
    re.IGNORECASE,
)
_WRAPPING = " \t\r\n*_`#>\"'“”‘’-–—•()[]"


def mentions(rule: Rule, answer: Answer) -> Failure | None:
    """Look for at least one of the terms; a code block counts, since "include an example" may mean one."""
    if contains(rule.terms, answer.text):
        return None
    return Failure(reason=f"it does not mention {_name(rule)}", span=whole(answer.text))


def avoids(rule: Rule, answer: Answer) -> Failure | None:
    """Look for the terms; a sentence that only says that they will be left out breaks nothing."""
    text = prose(answer.text)
    for span in occurrences(rule.terms, text):
        if not _ruled_out(text, span) and not _DISOWNED.search(_sentence(text, span)):
            said = answer.text[span.start : span.end].strip()
            return Failure(reason=f"it says “{said}”", span=span)
    return None


def starts(rule: Rule, answer: Answer) -> Failure | None:
    """Compare the first words, markup and quotation marks aside."""
    opening = answer.text.lstrip(_WRAPPING)
    found = any(_opens(term, opening) for term in rule.terms)
    if found == (rule.unit != "avoid"):
        return None
    start = len(answer.text) - len(opening)
    line = opening.split("\n", 1)[0][:60]
    verb = "starts" if found else "does not start"
    return Failure(reason=f"it {verb} with {_name(rule)}", span=Span(start=start, end=start + len(line.rstrip())))


def ends(rule: Rule, answer: Answer) -> Failure | None:
    """Compare the last words, markup, quotation marks and the full stop aside."""
    closing = answer.text.rstrip(_WRAPPING)
    found = any(_closes(term, closing) for term in rule.terms)
    if found == (rule.unit != "avoid"):
        return None
    line = closing.rsplit("\n", 1)[-1][-60:]
    verb = "ends" if found else "does not end"
    return Failure(reason=f"it {verb} with {_name(rule)}", span=Span(start=len(closing) - len(line), end=len(closing)))


def _opens(term: str, opening: str) -> bool:
    if term in PATTERNS:
        return pattern(term).match(opening) is not None
    bare = term.strip(_WRAPPING + ".,!?:;")
    return pattern(bare or term).match(opening.replace("’", "'")) is not None


def _closes(term: str, closing: str) -> bool:
    if term == "#question":
        return closing.endswith(("?", "？"))
    bare = term.strip(_WRAPPING + ".,!?:;")
    last = closing.rstrip(_WRAPPING + ".,!?:;") if bare else closing
    return any(span.end >= len(last) for span in occurrences((bare or term,), last.replace("’", "'")))


def _ruled_out(text: str, span: Span) -> bool:
    """Tell whether the words right beside the term deny it: "without sugar", "sugar-free"."""
    before, after = text[max(0, span.start - 20) : span.start], text[span.end : span.end + 6]
    return _DENIED_BEFORE.search(before) is not None or _DENIED_AFTER.match(after) is not None


def _sentence(text: str, span: Span) -> str:
    earliest, latest = max(0, span.start - _REACH), span.end + _REACH
    start = max((end.end() for end in _SENTENCE_END.finditer(text, earliest, span.start)), default=earliest)
    following = _SENTENCE_END.search(text, span.end, latest)
    return text[start : following.start() if following else latest]


def _name(rule: Rule) -> str:
    first = rule.terms[0] if rule.terms else ""
    return {"#question": "a question", "#emoji": "an emoji", "#url": "a link", "#money": "an amount"}.get(
        first, f"“{first}”"
    )
