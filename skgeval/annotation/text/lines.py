"""What a single line of a text is: heading, item, rule, fence, table row, quotation, code."""

from __future__ import annotations

import re

ITEM = re.compile(
    r"[ \t]*(?:[-*+•·‣▪◦●\u2013—]|(?P<number>\d{1,3})[.)]|\((?P<bracketed>\d{1,3})\)|\d{1,3}(?:\.\d{1,3}){1,4}[.)]"
    r"|\(?[a-zA-Z]\))[ \t]+(?:\[[ xX✓]\][ \t]+)?"
)
HEADING = re.compile(r"[ \t]{0,3}#{1,6}(?:[ \t]+|(?=[A-Za-z]))")
QUOTED = re.compile(r"(?:[ \t]{0,3}>[ \t]?)+")
FENCE = re.compile(r"[ \t]*(?P<mark>`{3,}|~{3,})(?P<info>[^`\n]{0,100})")
BOLD_TITLE = re.compile(r"[ \t]*(\*\*|__)(?P<title>[^*_\n]{1,100})\1[ \t]*(?P<colon>:?)[ \t]*$")
_RULE = 3
"""Marks in a row that make a rule."""
_LINE = re.compile(r"[^\r\n\v\f\x85\u2028\u2029]*(?:\r\n|[\r\n\v\f\x85\u2028\u2029]|$)")
_CODE_START = re.compile(
    r"\s*(?:def \w+\(|class \w+[:({]|import [\w.]+(?:$|,| as)|from [\w.]+ import |#include\b|function\b.{0,80}\("
    r"|(?:const|let|var) \w+ ?=|public |private |return\b.{0,120}[;)]\s*$|return \w+$|print\(|elif .{1,120}:\s*$"
    r"|else:\s*$|for ?\(.{1,120}\) ?\{?\s*$|for \w+ in .{1,80}:\s*$|while .{1,80}:\s*$|if ?\(.{1,120}\) ?\{?\s*$"
    r"|if .{1,80}==.{1,80}:\s*$|try:\s*$|except\b.{0,80}:\s*$|</?\w{1,20}[^<>]{0,200}>.{0,200}</?\w{1,20}>\s*$"
    r"|(?:int|float|double|char|bool|String|long|void|auto) \w+ ?[=(;]"
    r"|<!DOCTYPE|SELECT .{1,200} FROM|\$ \w+|>>> |//|/\*|\* @)"
)
_CODE_END = re.compile(r"(?:[;{}]|\)\s*\{|=>)\s*$")
_CODE_CALL = re.compile(
    r"\s*[\w.\[\]]{1,60} ?[-+*/]?= ?(?:[\"'\[({]|[a-zA-Z_]\w{0,40}[.(\[])|\s*[\w.]{1,60}\([^()\n]{0,120}\)\s*;?\s*$"
)


def line_spans(source: str, end: int) -> list[tuple[int, int]]:
    """Return (start, end) of every line of `source[:end]`, without its line break."""
    spans = []
    for match in _LINE.finditer(source, 0, end):
        start, stop = match.span()
        while stop > start and source[stop - 1] in "\r\n\v\f\x85\u2028\u2029":
            stop -= 1
        if match.end() > start:
            spans.append((start, stop))
    return spans


def is_rule(line: str) -> bool:
    """Tell whether the line is a horizontal rule: three or more of one mark and nothing else."""
    marks = line.replace(" ", "").replace("\t", "")
    return len(marks) >= _RULE and marks[0] in "-*_=~—" and marks.count(marks[0]) == len(marks)


def is_underline(line: str) -> bool:
    """Tell whether the line underlines the one above it as a heading."""
    marks = line.strip()
    return len(marks) >= _RULE and marks[0] in "-=" and marks.count(marks[0]) == len(marks)


def is_delimiter(line: str) -> bool:
    """Tell whether the line divides a table's header from its rows."""
    marks = line.strip()
    return "-" in marks and ("|" in marks or "+" in marks) and not marks.strip("|:-+= \t")


def is_row(line: str) -> bool:
    """Tell whether the line is a table row by its outer bars alone."""
    marks = line.strip()
    return marks.startswith("|") and marks.endswith("|") and marks.count("|") > len("||")


def looks_like_code(line: str) -> bool:
    """Tell whether the line is a statement of a programming language rather than a sentence."""
    return bool(_CODE_START.match(line) or _CODE_END.search(line[-80:]) or _CODE_CALL.match(line))


def indent_of(line: str) -> int:
    """Return the width of the line's indentation; a tab counts four."""
    width = 0
    for letter in line:
        if letter == " ":
            width += 1
        elif letter == "\t":
            width += 4
        else:
            break
    return width


def is_statement(line: str) -> bool:
    """Tell whether the line alone can only be code: a known beginning with code's punctuation."""
    return bool(_CODE_START.match(line) or _CODE_CALL.match(line)) and bool(set("(){};=<>") & set(line))
