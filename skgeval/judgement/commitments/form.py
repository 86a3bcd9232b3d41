"""Checks the form of an answer: lists, tables, JSON, headings, code, letter case (METHOD.md, section 9)."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from schemas.annotation import Rule
from schemas.claim import Span
from skgeval.judgement.commitments.answer import Answer, bullets, numbered, prose, whole
from skgeval.judgement.commitments.breach import Failure

_FENCE = re.compile(r"^[ \t]*+```[^\n]*+\n(.*?)(?:```|\Z)", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r"^[ ]{0,3}(?:#{1,6}[ \t]+\S.*|\*\*[^*\n]+\*\*:?|[^\n|]+\n(?:={3,}|-{3,}))[ \t]*$", re.MULTILINE)
_TABLE = re.compile(
    r"^[ \t]*+\|?[ \t]*+:?-{2,}:?[ \t]*+(?:\|[ \t]*+:?-{2,}:?[ \t]*+)+\|?[ \t]*+$|<table\b", re.MULTILINE
)
_BOLD = re.compile(r"\*\*[^*\n]+\*\*|__[^_\n]+__")
_ITALIC = re.compile(r"(?<![\w*])\*[^*\s][^*\n]*\*(?![\w*])|(?<![\w_])_[^_\s][^_\n]*_(?![\w_])")
_STARS = re.compile(r"^[ \t]*\*[ \t]+\S", re.MULTILINE)
_INLINE_CODE = re.compile(r"`[^`\n]+`")
_CODE_BLOCK = re.compile(r"```")
_LINK = re.compile(r"\[[^\[\]\n]{1,300}\]\([^)\n]{1,500}\)|https?://\S+|www\.\S+")
_TAG = re.compile(r"</?[a-z][a-z0-9]*(?:\s[^<>]*)?/?>", re.IGNORECASE)
_EMPHASIS = re.compile(r"\b(?:[A-Z]{3,}\W+){2,}[A-Z]{3,}\b")
_LEAST_PARTS = 2


def form(rule: Rule, answer: Answer) -> Failure | None:
    """Look for the forms that the rule names: any of them breaks an `avoid`, none of them breaks the rest."""
    found = [span for term in rule.terms for span in FORMS[term](answer.text)]
    if rule.unit == "avoid":
        if not found:
            return None
        return Failure(reason=f"it uses {_named(rule)}", span=min(found, key=lambda span: span.start))
    if found:
        return None
    return Failure(reason=f"it does not use {_named(rule)}", span=whole(answer.text))


def _named(rule: Rule) -> str:
    return " or ".join(term.replace("_", " ") for term in rule.terms)


def _matches(mark: re.Pattern[str]) -> Callable[[str], list[Span]]:
    def find(text: str) -> list[Span]:
        return [Span(start=match.start(), end=match.end()) for match in mark.finditer(text)]

    return find


def _in_prose(mark: re.Pattern[str]) -> Callable[[str], list[Span]]:
    def find(text: str) -> list[Span]:
        return _matches(mark)(prose(text))

    return find


def _markdown(text: str) -> list[Span]:
    plain = prose(text)
    marks = (_HEADING, _BOLD, _ITALIC, _STARS, _TABLE)
    return [span for mark in marks for span in _matches(mark)(plain)] + _matches(_INLINE_CODE)(text) + _code(text)


def _code(text: str) -> list[Span]:
    return _matches(_CODE_BLOCK)(text)


def _lists(text: str) -> list[Span]:
    return bullets(text) + numbered(text)


def _plain(text: str) -> list[Span]:
    laid_out = _lists(text) + _matches(_TABLE)(text) + _matches(_HEADING)(prose(text)) + _code(text)
    return [] if laid_out else [whole(text)]


def _json(text: str) -> list[Span]:
    fenced = [match.group(1) for match in _FENCE.finditer(text)]
    outside = _FENCE.sub("", text).strip()
    if len(fenced) == 1 and not outside:
        return [whole(text)] if _parses(fenced[0]) else []
    return [whole(text)] if _parses(text) else []


def _parses(text: str) -> bool:
    try:
        value = msgspec.json.decode(text.strip().encode("utf-8", "replace"))
    except (msgspec.DecodeError, RecursionError):
        return False
    return isinstance(value, dict | list)


def _rows(text: str) -> list[Span]:
    rows = [line for line in _FENCE.sub(r"\1", text).strip().splitlines() if line.strip()]
    columns = {len(re.split(r"[,;\t]", row)) for row in rows}
    regular = len(rows) >= _LEAST_PARTS and len(columns) == 1 and max(columns) >= _LEAST_PARTS
    return [whole(text)] if regular else []


def _lowercase(text: str) -> list[Span]:
    return [] if any(letter.isupper() for letter in prose(text)) else [whole(text)]


def _uppercase(text: str) -> list[Span]:
    return [] if any(letter.islower() for letter in prose(text)) else [whole(text)]


FORMS: dict[str, Callable[[str], list[Span]]] = {
    "bullets": bullets,
    "numbered": numbered,
    "list": _lists,
    "table": _matches(_TABLE),
    "json": _json,
    "csv": _rows,
    "html": _in_prose(_TAG),
    "markdown": _markdown,
    "headings": _in_prose(_HEADING),
    "bold": _in_prose(_BOLD),
    "italics": _in_prose(_ITALIC),
    "code_block": _code,
    "links": _matches(_LINK),
    "plain_text": _plain,
    "lowercase": _lowercase,
    "uppercase": _uppercase,
    "capitals": _in_prose(_EMPHASIS),
}
"""Every form that a rule can name, and where a text has it."""
