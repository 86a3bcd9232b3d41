"""JSON Schema of every value that crosses a boundary, for producers and consumers in other languages.

The files in schemas/json are what `documents` returns; `make goldens` rewrites them and a test compares them.
"""

from __future__ import annotations

from typing import Any

import msgspec

from schemas.codec import IDS, MAX_ID, VERSIONS
from schemas.given import NEEDED, GivenClaim

DIALECT = "https://json-schema.org/draft/2020-12/schema"
PRINTABLE = r"^[^\u0000-\u001f\u007f-\u009f]*$"


def documents() -> dict[str, bytes]:
    """Return file name -> JSON Schema for each value, keys sorted, ready to be written.

    >>> sorted(documents())[:2]
    ['annotation.v1.json', 'certificate.v1.json']
    """
    return {file_name(kind): _document(kind) for kind in VERSIONS}


def file_name(kind: type[msgspec.Struct]) -> str:
    """Return the name of a type's schema file, with its version: TurnRecord -> turn_record.v1.json."""
    words = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in kind.__name__)
    return f"{words.lstrip('_')}.v{VERSIONS[kind]}.json"


def _document(kind: type[msgspec.Struct]) -> bytes:
    schema = msgspec.json.schema(kind)
    properties = schema["$defs"][kind.__name__]["properties"]
    for field in IDS:
        if field in properties:  # the codec checks ids itself, to say more than a pattern can
            properties[field] |= {"pattern": PRINTABLE, "maxLength": MAX_ID}
    properties["conversation"]["minLength"] = 1
    if GivenClaim.__name__ in schema["$defs"]:
        _need_one_of_each(schema["$defs"][GivenClaim.__name__])
    schema |= {"$schema": DIALECT, "$id": f"urn:skgeval-monitor:{file_name(kind)}"}
    text = msgspec.json.encode(schema, order="sorted")
    return msgspec.json.format(text, indent=2) + b"\n"


def _need_one_of_each(claim: dict[str, Any]) -> None:
    """Say that each needed field of a claim has to be there under one of its names, which types cannot say."""
    claim["allOf"] = [{"anyOf": [{"required": [name]} for name in names]} for names in NEEDED]
    for name in (name for names in NEEDED for name in names):
        claim["properties"][name].pop("default", None)
