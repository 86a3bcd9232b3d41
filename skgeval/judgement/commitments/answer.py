"""The text that a rule is measured on, and the plain counts that checkers share."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from schemas.annotation import Sentence, SentenceKind
from schemas.claim import Span

_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)
_URL = re.compile(r"https?://\S+|www\.\S+")
_QUOTED = re.compile(r"[\"“][^\"“”\n]{0,400}[\"”]")
_LINE = re.compile(r"[^\n]+")
_BULLET = re.compile(r"^[ \t]*[-*•–▪◦‣][ \t]+(?=\S)", re.MULTILINE)
_NUMBERED = re.compile(r"^[ \t]*(?:\d{1,3}|[a-zA-Z])[.)][ \t]+(?=\S)", re.MULTILINE)
_ENDING = re.compile(r"(?<![.!?…])[.!?…]++[\"”’')\]*_]*(?=\s+[\"“‘'(\[*_]*[A-Z0-9]|\s*$|\s*\n)")
_ABBREVIATION = re.compile(
    r"(?:\b(?:[A-Za-z]|Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|vs|etc|approx|No|Fig|Inc|Ltd|Co|Mt|[ap]\.m|e\.g|i\.e|"
    r"U\.S)|^\s*\d+)\.$"
)
_MARKUP = re.compile(r"[#*_`>|~]+")
_WORD = re.compile(r"[^\W_]")
_LEAST_LIST = 2
_LONGEST_ABBREVIATION = 12
_UNREAD = frozenset({SentenceKind.CODE, SentenceKind.TABLE, SentenceKind.CALCULATION})


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """An assistant turn as checkers see it; `prompt` is what the user said before it ("" where no request counts)."""

    text: str
    sentences: tuple[Sentence, ...] = ()
    language: str = ""
    prompt: str = ""


def prose(text: str) -> str:
    """Return the text with code and addresses blanked out, at unchanged offsets."""
    return _URL.sub(_blank, _CODE.sub(_blank, text))


def spoken(text: str) -> str:
    """Return the text with code, addresses and quotations blanked out, at unchanged offsets."""
    return _QUOTED.sub(_blank, prose(text))


def whole(text: str) -> Span:
    """Return the span of the text without surrounding white space."""
    start = len(text) - len(text.lstrip())
    return Span(start=start, end=max(start, len(text.rstrip())))


def words(text: str) -> int:
    """Count words as a person would, the lower of two readings: a hyphenated word is one, markup is none.

    >>> words("A well-known fact - **really**.")
    4
    """
    return sum(1 for piece in text.split() if _WORD.search(piece))


def sentences(answer: Answer) -> int:
    """Count sentences: the lower of the parser's count and of one by punctuation and lines.

    Either may split too often (an abbreviation, a list without full stops), hardly both at one place.
    """
    by_punctuation = sum(1 for _ in _pieces(answer.text))
    read = sum(1 for sentence in answer.sentences if sentence.kind not in _UNREAD)
    return min(by_punctuation, read) if read else by_punctuation


def paragraphs(text: str) -> int:
    """Count blocks of text between empty lines; rulers and other markup alone are none."""
    return sum(1 for block in re.split(r"\n[ \t]*\n", text) if _WORD.search(block))


def lines(text: str) -> int:
    """Count lines that hold a word."""
    return sum(1 for line in _LINE.finditer(text) if _WORD.search(line.group()))


def bullets(text: str) -> list[Span]:
    """Return the bullet marks at the beginning of lines; a lone one is a dash, not a list."""
    return _list(_BULLET, _CODE.sub(_blank, text))


def numbered(text: str) -> list[Span]:
    """Return the numbers or letters that count list items."""
    return _list(_NUMBERED, _CODE.sub(_blank, text))


def questions(text: str) -> list[Span]:
    """Return the question marks that end questions, code, addresses and quotations aside."""
    return [
        Span(start=mark.start(), end=mark.end())
        for mark in re.finditer(r"[?？]++(?=[\s\"”’')*_]|\W{0,20}$)", spoken(text))
    ]


def _list(mark: re.Pattern[str], text: str) -> list[Span]:
    found = [Span(start=match.start(), end=match.end()) for match in mark.finditer(text)]
    return found if len(found) >= _LEAST_LIST else []


def _pieces(text: str) -> Iterator[str]:
    for line in _LINE.finditer(_CODE.sub(_blank, text)):
        start = 0
        content = line.group()
        last = len(content.rstrip())
        for ending in _ENDING.finditer(content):
            before = content[max(start, ending.start() - _LONGEST_ABBREVIATION) : ending.start() + 1]
            if ending.end() < last and _ABBREVIATION.search(before):
                continue
            if _WORD.search(content[start : ending.end()]):
                yield content[start : ending.end()]
            start = ending.end()
        if _WORD.search(_MARKUP.sub("", content[start:])):
            yield content[start:]


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group())
