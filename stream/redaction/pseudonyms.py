"""Names that stand for values: the same value always has the same one, and nobody without the key finds the value.

The judge has to read a pseudonym as what it stands for: one value, and another one than the next. So it is a word of
letters alone, which no tokeniser splits and no reader of quantities sees a number in, and it looks like a name:
`PhoneBadofikumotilavo` (docs/decisions/0090-redaction.md). No pattern of ours matches one, so that redacting twice
changes nothing.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import unicodedata
from enum import StrEnum

_CONSONANTS = "bdfghjklmnprstvz"
_VOWELS = "aiou"
_SYLLABLES = 8
"""Of 6 bits each: among 100,000 values of a kind the chance that two share a name is 1 in 50,000."""
_SYLLABLE_BITS = 6
_FIELD_SEPARATOR = "\x1f"
_JOINING = re.compile(r"[\s\-\u2010-\u2015]+")


class Kind(StrEnum):
    """What a pseudonym stands for; it begins with this word."""

    MAIL = "Mail"
    PHONE = "Phone"
    CARD = "Card"
    IBAN = "Iban"
    ADDRESS = "Address"
    KEY = "Key"


class Pseudonyms:
    """Gives pseudonyms that depend on a key."""

    def __init__(self, key: str) -> None:
        """Depend on `key`."""
        self._key = key.encode()

    def of(self, kind: Kind, value: str) -> str:
        """Return the pseudonym of a value, the same however blanks, dashes and capitals are set.

        >>> names = Pseudonyms("a key for this example")
        >>> names.of(Kind.IBAN, "DE89 3704 0044 0532 0130 00") == names.of(Kind.IBAN, "de89370400440532013000")
        True
        """
        return self.of_exactly(kind, _JOINING.sub("", unicodedata.normalize("NFKC", value)).casefold())

    def of_exactly(self, kind: Kind, value: str) -> str:
        """Return the pseudonym of a value whose every character counts, as in a password."""
        message = f"{kind.value}{_FIELD_SEPARATOR}{value}".encode(errors="surrogatepass")
        number = int.from_bytes(hmac.digest(self._key, message, hashlib.sha256))
        return f"{kind.value}{_word(number)}"


def _word(number: int) -> str:
    """Return a word that can be spoken, of the lowest bits of a number."""
    syllables = []
    for _ in range(_SYLLABLES):
        number, six = number >> _SYLLABLE_BITS, number & ((1 << _SYLLABLE_BITS) - 1)
        syllables.append(_CONSONANTS[six // len(_VOWELS)] + _VOWELS[six % len(_VOWELS)])
    return "".join(syllables).capitalize()
