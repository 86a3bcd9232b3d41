"""The thing that a number counts, as a rough lemma: "three big dogs" counts "dog"."""

from __future__ import annotations

from skgeval.annotation.quantities.tokens import Tokens

_IRREGULAR = {
    "people": "person", "children": "child", "men": "man", "women": "woman", "feet": "foot", "teeth": "tooth",
    "mice": "mouse", "geese": "goose", "wives": "wife", "lives": "life", "knives": "knife", "leaves": "leaf",
    "wolves": "wolf", "shelves": "shelf", "halves": "half", "loaves": "loaf", "thieves": "thief", "calves": "calf",
    "movies": "movie", "cookies": "cookie", "calories": "calorie", "species": "species", "series": "series",
    "brothers": "brother", "buses": "bus", "kids": "kid", "shoes": "shoe", "ties": "tie", "pies": "pie",
    "zombies": "zombie", "selfies": "selfie", "potatoes": "potato", "tomatoes": "tomato", "heroes": "hero",
    "data": "data", "sisters": "sister", "criteria": "criterion", "phenomena": "phenomenon", "lenses": "lens",
    "gases": "gas", "aliases": "alias", "axes": "axis", "analyses": "analysis", "crises": "crisis",
}  # fmt: skip
_REACH = 4
"""Words behind a number among which the counted noun is looked for."""


def singular(noun: str) -> str:
    """Return the singular of a regular or common irregular plural.

    >>> [singular(noun) for noun in ("dogs", "cities", "boxes", "glass", "people")]
    ['dog', 'city', 'box', 'glass', 'person']
    """
    if noun in _IRREGULAR:
        return _IRREGULAR[noun]
    if noun.endswith("ies") and len(noun) > len("ties"):
        return f"{noun[:-3]}y"
    if noun.endswith(("sses", "shes", "ches", "xes", "zes")):
        return noun[:-2]
    if noun.endswith("s") and not noun.endswith(("ss", "us", "is")) and len(noun) > len("is"):
        return noun[:-1]
    return noun


def counted_noun(tokens: Tokens, at: int, *, plural: bool) -> tuple[str, int]:
    """Return the noun counted by a number that ends before token `at`, and the token after it ("" and `at` if none).

    The first plural within reach is it; without one, the next word. "of my/the" before it is stepped over.
    """
    place = at
    if tokens.lower(place) == "-" and tokens.glued(place) and tokens.glued(place + 1):
        word = tokens.lower(place + 1)
        return (singular(word), place + 2) if tokens.is_word(place + 1) else ("", at)
    if tokens.lower(place) == "of":
        if tokens.lower(place + 1) not in {"the", "my", "your", "our", "his", "her", "their", "these", "those"}:
            return "", at
        place += 2
    words = []
    for offset in range(_REACH):
        word = tokens.lower(place + offset)
        if not tokens.is_word(place + offset) or word in tokens.words.stops or "'" in word:
            break
        words.append(word)
        if plural and singular(word) != word:
            return singular(word), place + offset + 1
    if not words:
        return "", at
    return singular(words[0]), place + 1
