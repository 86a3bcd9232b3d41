"""Which language a text is in (METHOD.md, section 6: scores are null where extractor or encoder do not serve it).

Scripts that one language owns decide at once. Latin text is English when its small words are; only what is left goes
to the statistical detector, and a foreign answer must be sure: a wrongly foreign turn is not assessed at all.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from functools import cache
from importlib.resources import files

from lingua import Language, LanguageDetector, LanguageDetectorBuilder

UNDETERMINED = "und"
ENGLISH = "en"
_SAMPLE = 2_000
"""Characters looked at; a longer text is in the same language further on."""
_SCRIPTS = (
    ("ja", re.compile("[\u3040-\u30ff\uff66-\uff9d]")),
    ("ko", re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")),
    ("zh", re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")),
    ("ar", re.compile("[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufeff]")),
    ("ru", re.compile("[\u0400-\u04ff]")),
    ("el", re.compile("[\u0370-\u03ff\u1f00-\u1fff]")),
    ("he", re.compile("[\u0590-\u05ff]")),
    ("th", re.compile("[\u0e00-\u0e7f]")),
    ("hi", re.compile("[\u0900-\u097f]")),
    ("bn", re.compile("[\u0980-\u09ff]")),
    ("pa", re.compile("[\u0a00-\u0a7f]")),
    ("gu", re.compile("[\u0a80-\u0aff]")),
    ("ta", re.compile("[\u0b80-\u0bff]")),
    ("te", re.compile("[\u0c00-\u0c7f]")),
    ("ka", re.compile("[\u10a0-\u10ff]")),
    ("hy", re.compile("[\u0530-\u058f]")),
)
_DENSE = frozenset({"ja", "ko", "zh"})
_DENSE_WEIGHT = 3
"""Latin letters that one character of a dense script is worth."""
_KANA_SHARE = 0.1
"""Share of kana among Chinese characters from which the text is Japanese."""
_NEIGHBOURS = (
    ("ar", "fa", re.compile("[پچژگ]")),
    ("ar", "ur", re.compile("[ٹڈڑےں]")),
    ("ru", "uk", re.compile("[їєґі]", re.IGNORECASE)),
    ("ru", "sr", re.compile("[ђјљњћџ]", re.IGNORECASE)),
)
_MARKS = re.compile(r"[`@\d_]|://")
_NOISE = re.compile(
    r"```.{0,2000}?(?:```|\Z)|`[^`\n]{0,200}`|https?://\S{1,500}|[\w.+-]{1,60}@[\w.-]{1,60}|[\d_]{1,50}", re.DOTALL
)
_CODE = re.compile(r"[{}();=<>\[\]]")
_CODE_SHARE = 0.08
"""Share of code's punctuation among the characters from which words say nothing about the language."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_LEAST_WORDS = 3
"""Latin words below which no foreign language is believed."""
_SURE = 0.80
"""Detector's confidence plus share of small words that a foreign language needs."""
_LONG_WORDS = 10
"""Words from which a text without any small word is English all the same, a list of names or a telegram."""
_LANGUAGES = (
    Language.ENGLISH,
    Language.FRENCH,
    Language.GERMAN,
    Language.SPANISH,
    Language.ITALIAN,
    Language.PORTUGUESE,
    Language.DUTCH,
    Language.POLISH,
    Language.SWEDISH,
    Language.DANISH,
    Language.BOKMAL,
    Language.FINNISH,
    Language.TURKISH,
    Language.ROMANIAN,
    Language.CZECH,
    Language.HUNGARIAN,
    Language.INDONESIAN,
    Language.VIETNAMESE,
)


def detect_language(text: str) -> str:
    """Return the ISO 639-1 code of the language of `text`, or "und" where there is too little to tell.

    Deterministic and offline; the models are loaded at the first text that needs them.

    >>> detect_language("🙂"), detect_language("你好吗"), detect_language("I have no time today.")
    ('und', 'zh', 'en')
    """
    sample = text[:_SAMPLE]
    if _MARKS.search(sample):
        sample = _NOISE.sub(" ", sample)
    script = _script(sample)
    if script:
        return script
    words = _WORD.findall(sample.lower().replace("’", "'"))
    if not words or len(_CODE.findall(sample)) >= _CODE_SHARE * len(sample):
        return UNDETERMINED
    return _latin(sample, words)


def _script(sample: str) -> str:
    """Return the language of the script that most letters are in, "" for Latin."""
    if sample.isascii():
        return ""
    latin = sum(1 for letter in sample if letter < "\u0370" and letter.isalpha())
    counts = Counter({code: len(pattern.findall(sample)) for code, pattern in _SCRIPTS})
    if counts["ja"] >= _KANA_SHARE * (counts["ja"] + counts["zh"]):
        counts["ja"] += counts["zh"]
    weighted = {code: count * (_DENSE_WEIGHT if code in _DENSE else 1) for code, count in counts.items() if count}
    best = max(weighted, key=lambda code: (weighted[code], code), default="")
    if not best or weighted[best] <= latin:
        return ""
    return next((code for base, code, letters in _NEIGHBOURS if base == best and letters.search(sample)), best)


def _latin(sample: str, words: list[str]) -> str:
    """Decide by small words; ask the statistical detector only where some of them, or an accent, look foreign."""
    english_words, foreign_words = _small_words()
    english = sum(word in english_words for word in words)
    foreign = Counter(code for word in words for code in foreign_words.get(word, ()))
    most = max(foreign.values(), default=0)
    accented = not sample.isascii() and any(letter.isalpha() and not letter.isascii() for letter in sample)
    otherwise = ENGLISH if english or len(words) >= _LONG_WORDS else UNDETERMINED
    if english > most or not (most or accented) or len(words) < _LEAST_WORDS:
        return otherwise
    scores = {
        confidence.language.iso_code_639_1.name.lower(): confidence.value
        for confidence in _detector().compute_language_confidence_values(sample)
    }
    for code, count in foreign.items():
        scores[code] += count / len(words)
    best = max(scores, key=lambda code: (scores[code], code))
    return best if best != ENGLISH and scores[best] >= _SURE else otherwise


@cache
def _small_words() -> tuple[frozenset[str], dict[str, tuple[str, ...]]]:
    """Return the small words of English, and of which languages the others are."""
    lists = tomllib.loads(files(__package__).joinpath("language.toml").read_text(encoding="utf-8"))
    english = frozenset(lists.pop(ENGLISH).split())
    foreign: dict[str, tuple[str, ...]] = {}
    for code, text in lists.items():
        for word in text.split():
            if word not in english:
                foreign[word] = (*foreign.get(word, ()), code)
    return english, foreign


@cache
def _detector() -> LanguageDetector:
    return LanguageDetectorBuilder.from_languages(*_LANGUAGES).with_low_accuracy_mode().build()
