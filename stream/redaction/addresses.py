"""Addresses of mail and of the internet."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable

from stream.redaction.pseudonyms import Kind, Pseudonyms
from stream.redaction.words import NEAR, Words, any_of

_AT_DOMAIN = re.compile(r"@((?:[^\W_][\w-]{0,62}\.)+[^\W\d_]{2,24})(?![\w@]|-\w)")
_LOCAL_PART = re.compile(r"[\w.%+'-]")
_OUTSIDE = ".'-"
"""What a local part may hold but, at its beginning, rather belongs to the text around it."""
_FEWEST_COLONS, _POINTS = 2, 3
_OCTET = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
_IPV4 = rf"{_OCTET}(?:\.{_OCTET}){{3}}"
_IPV6 = re.compile(
    r"(?<![\w:.])(?=[0-9A-Fa-f]{0,4}:)(?=[A-Fa-f:]{0,40}\d)[0-9A-Fa-f:]{2,39}"
    rf"(?:(?<=:){_IPV4}|(?<=[0-9A-Fa-f])|(?<=::))(?!\w|:[0-9A-Fa-f:]|\.\d)"
)


def mail_addresses(names: Pseudonyms, _words: Words) -> Callable[[str], str]:
    """Replace mail addresses; from each @ with a domain behind it the local part is read backwards."""

    def replaced(text: str) -> str:
        parts, end = [], 0
        for found in _AT_DOMAIN.finditer(text):
            start = found.start()
            while start > end and _LOCAL_PART.match(text[start - 1]):
                start -= 1
            local = text[start : found.start()].lstrip(_OUTSIDE)
            if not local:
                continue
            parts += [
                text[end : found.start() - len(local)],
                names.of_exactly(Kind.MAIL, f"{local}{found[0]}".casefold()),
            ]
            end = found.end()
        return "".join([*parts, text[end:]])

    return replaced


def ip_addresses(names: Pseudonyms, words: Words) -> Callable[[str], str]:
    """Replace IPv4 and IPv6 addresses; four numbers after "version" and the like are none."""
    other = re.compile(rf"\b(?:{any_of(words.other_number_words)})(?:\s+number)?(?:\s+is)?[\s:#v]*\Z", re.IGNORECASE)
    four = re.compile(rf"(?<![\w.-])(?<!\d,){_IPV4}(?![\w-]|\.\w)")

    def named(found: re.Match[str]) -> str:
        try:
            address = ipaddress.ip_address(found[0])
        except ValueError:
            return found[0]
        mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
        return names.of_exactly(Kind.ADDRESS, (mapped or address).compressed)

    def named_unless_other(found: re.Match[str]) -> str:
        before = found.string[max(0, found.start() - NEAR) : found.start()]
        return found[0] if other.search(before) else named(found)

    def replaced(text: str) -> str:
        text = _IPV6.sub(named, text) if text.count(":") >= _FEWEST_COLONS else text
        return four.sub(named_unless_other, text) if text.count(".") >= _POINTS else text

    return replaced
