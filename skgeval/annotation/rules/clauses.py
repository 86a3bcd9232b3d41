"""Cuts a sentence into clauses that may each state a rule, with quoted words put aside."""

from __future__ import annotations

import re

import msgspec

_OPEN, _CLOSE = "\ue000", "\ue001"
QUOTE = rf"{_OPEN}\d+{_CLOSE}"
"""A quotation inside a clause; `Stated.unquoted` gives its words back."""

_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "–": "-", "—": "-"})
_QUOTED = re.compile(r"\"([^\"\n]{1,200})\"|(?<![\w'])'([^'\n]{1,80})'(?![\w])|`([^`\n]{1,80})`")
_CONTRACTIONS = (
    (re.compile(r"\b(ca)n'?t\b|\bcannot\b", re.IGNORECASE), "can not"),
    (re.compile(r"\bwon'?t\b", re.IGNORECASE), "will not"),
    (re.compile(r"\b(do|does|did|is|are|was|should|would|could|must|need|have)n'?t\b", re.IGNORECASE), r"\1 not"),
    (re.compile(r"\blet'?s\b", re.IGNORECASE), "let us"),
    (re.compile(r"\b(i|you|we|they|it|that)'ll\b", re.IGNORECASE), r"\1 will"),
    (re.compile(r"\b(i|you|we|they)'d\b", re.IGNORECASE), r"\1 would"),
    (re.compile(r"\b(you|we|they)'re\b", re.IGNORECASE), r"\1 are"),
    (re.compile(r"\b(i)'m\b", re.IGNORECASE), r"\1 am"),
    (re.compile(r"\b(it|that|there|what)'s\b", re.IGNORECASE), r"\1 is"),
)
_BULLET = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)]|[a-z][.)])\s+")
_BREAK = re.compile(
    r"\s*(?:;|:(?!\w)|(?<!\bDr)(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bSt)(?<!\bProf)\.(?=\s)|!|\s-{1,2}\s|\n|\()\s*|\)"
)
_STARTERS = (
    "i|you|we|it|she|he|they|my|your|this|that|there|please|no|never|always|do|only|just|keep|use|"
    "using|answer|reply|respond|"
    "write|speak|talk|call|address|start|begin|end|finish|stop|avoid|let|leave|make|give|from now|from here|in future|"
    "in the future|going forward|and|but|so|because|since|while|as|if|unless|until|when|whenever|once|"
    "can|could|would|will|"
    "feel|forget|drop|skip|limit|stay|stick|be|remember|ask|act|pretend|don|try|every|all|each|thanks|"
    "thank|ok|okay|then|now|"
    "either|which|although|though|also|for|include|mention|refrain|format|short|sign|open|close|what|how|why|where|who"
)
_COMMA = re.compile(rf",\s*(?=(?:{_STARTERS})\b)", re.IGNORECASE)
_JOINED = re.compile(
    r"\s+(?:and|but|so|because|since|while|although|as long as)\s+(?=(?:please|never|always|do not|do|"
    r"only use|only answer|"
    r"keep|use|using|answer|reply|respond|write|speak|talk|call|address|start|begin|end|finish|stop|"
    r"avoid|let us|leave|make|"
    r"give|i|you|we|your|my|no|skip|limit|stay|stick|ask|act|pretend|mention|include|from now|be|format|"
    r"refrain|sign|drop|it is|"
    r"don)\b)",
    re.IGNORECASE,
)


class Stated(msgspec.Struct, frozen=True, kw_only=True):
    """A sentence as rules are read from it: contractions written out, quotations put aside, clauses in order."""

    text: str
    clauses: tuple[str, ...]
    quotes: tuple[str, ...]

    def unquoted(self, text: str) -> str:
        """Put the quoted words back.

        >>> stated("Start with 'Ahoy'.").unquoted(stated("Start with 'Ahoy'.").clauses[0])
        'Start with Ahoy'
        """
        return re.sub(rf"{_OPEN}(\d+){_CLOSE}", lambda mark: self.quotes[int(mark.group(1))], text)


def stated(sentence: str) -> Stated:
    """Prepare a sentence; linear in its length."""
    quotes: list[str] = []

    def put_aside(match: re.Match[str]) -> str:
        quotes.append(next(group for group in match.groups() if group is not None))
        return f"{_OPEN}{len(quotes) - 1}{_CLOSE}"

    text = _BULLET.sub("", sentence.translate(_STRAIGHT))
    text = _QUOTED.sub(put_aside, text.replace(_OPEN, " ").replace(_CLOSE, " "))
    for contraction, full in _CONTRACTIONS:
        text = contraction.sub(full, text)
    text = " ".join(text.split())
    clauses = [
        joined.strip(" ,.?!")
        for piece in _BREAK.split(text)
        for part in _COMMA.split(piece)
        for joined in _JOINED.split(part)
    ]
    return Stated(text=text, clauses=tuple(clause for clause in clauses if clause), quotes=tuple(quotes))
