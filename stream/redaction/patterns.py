"""Redaction by patterns: each finds values of one kind by their shape, their check digits and the words before them.

Found are mail addresses, phone numbers, numbers of payment cards (Luhn) and accounts (IBAN, mod 97), addresses of the
internet (IPv4, IPv6), keys and passwords. Not found are names, postal addresses, values written out in words ("anna at
example dot org") and runs of digits that only a word such as "call" before them could tell from an order number. Every
pattern takes time linear in the text, whatever the text is.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from schemas.given import GivenClaim
from schemas.turn import Turn
from stream.redaction.accounts import card_numbers, ibans
from stream.redaction.addresses import ip_addresses, mail_addresses
from stream.redaction.keys import keys
from stream.redaction.phones import phone_numbers
from stream.redaction.pseudonyms import Pseudonyms
from stream.redaction.words import Words, load_words

Detector = Callable[[str], str]
"""Returns a text with the values of one kind replaced."""
_MOST_PASSES = 4
"""A value that is replaced may have hidden the end of another, so a text is read again until nothing changes."""
DETECTORS: tuple[Callable[[Pseudonyms, Words], Detector], ...] = (
    keys,
    mail_addresses,
    ibans,
    card_numbers,
    ip_addresses,
    phone_numbers,
)
"""In this order: a key may hold what looks like a phone number, and so may an address of the internet."""


class PatternRedactor:
    """Puts pseudonyms for the values that patterns find."""

    def __init__(self, key: str) -> None:
        """Make pseudonyms that depend on `key`."""
        names, words = Pseudonyms(key), load_words()
        self._detectors = [detector(names, words) for detector in DETECTORS]

    def redact(self, turn: Turn) -> Turn:
        """Return the turn with values replaced in its text, its reference and its claims, the same in all."""
        claims = None if turn.claims is None else tuple(map(self._claim, turn.claims))
        return msgspec.structs.replace(
            turn, text=self.text(turn.text), reference=self.text(turn.reference), claims=claims
        )

    def _claim(self, claim: GivenClaim) -> GivenClaim:
        return msgspec.structs.replace(
            claim,
            subject=self.text(claim.subject),
            relation=self.text(claim.relation),
            object=self.text(claim.object),
            sentence=self.text(claim.sentence),
        )

    def text(self, text: str) -> str:
        """Return a text with values replaced.

        >>> PatternRedactor("a key for this example").text("Write to Anna@example.org or anna@example.org.")
        'Write to MailMofahasozobukusi or MailMofahasozobukusi.'
        """
        for _ in range(_MOST_PASSES):
            before = text
            for replaced in self._detectors:
                text = replaced(text)
            if text == before:
                break
        return text
