"""Bytes to values and back, for every value that crosses a boundary.

JSON is for people and other programs: keys sorted, floats rounded to nine significant digits, bytes as base64.
MessagePack is for ourselves (annotations, ledger): nothing is rounded, so that a fold from bytes goes on exactly as the
live one. Both always write `schema_version`, both ignore fields that they do not know, and every malformed input
becomes a `WireError` that names the field and says what to do.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import NoReturn, TypeVar

import msgspec

from schemas.annotation import ANNOTATION_VERSION, Annotation
from schemas.errors import WireError
from schemas.finding import CERTIFICATE_VERSION, Certificate
from schemas.given import FIELDS
from schemas.record import RECORD_VERSION, TurnRecord
from schemas.session import SESSION_VERSION, Forget, Forgotten, SessionEnd, SessionSummary
from schemas.turn import TURN_VERSION, Turn

VERSIONS: dict[type[msgspec.Struct], int] = {
    Turn: TURN_VERSION,
    Annotation: ANNOTATION_VERSION,
    TurnRecord: RECORD_VERSION,
    Certificate: CERTIFICATE_VERSION,
    SessionEnd: SESSION_VERSION,
    SessionSummary: SESSION_VERSION,
    Forget: SESSION_VERSION,
    Forgotten: SESSION_VERSION,
}
"""The newest version of each value that this program reads and the one that it writes."""

JSON_DIGITS = 9
"""Significant ones: a quantity of 1 mg is 1e-06 in base units, and has to stay apart from 2 mg."""
MAX_ID = 512
IDS = ("conversation", "tenant", "turn_id", "assistant", "assistant_version")
"""Fields that become parts of keys and labels."""

Wire = TypeVar("Wire", bound=msgspec.Struct)

_NOT_INIDS = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_SURROGATE_ESCAPE = re.compile(rb"\\u[dD][89a-fA-F]")
_PLACE = re.compile(r"^(?P<problem>.*?)(?: - at `\$\.?(?P<path>.*)`)?$", re.DOTALL)
_MISSING = re.compile(r"^Object missing required field `(?P<name>.+)`$")
_UNKNOWN = re.compile(r"^Object contains unknown field `(?P<name>.+)`$")
_OF_CLAIMS = f"is not known: a claim has {', '.join(FIELDS)}"
"""Claims that are given are the only values whose unknown fields are refused."""
_ADVICE = {
    "at": 'write the event time as RFC 3339 with a zone, such as "2026-01-31T12:00:00Z"',
    "role": "use one of user, assistant, system, tool",
    "index": "use the 0-based position of the turn in its conversation, or leave it out",
    "conversation": "give every conversation an id of its own",
    "text": "send the words of the turn as a string",
}
_json = msgspec.json.Encoder(order="deterministic")
_msgpack = msgspec.msgpack.Encoder(order="deterministic")


def encode_json(value: msgspec.Struct) -> bytes:
    """Return `value` as JSON, floats rounded to nine digits; raise WireError where it holds no JSON value."""
    fields = {**msgspec.to_builtins(value), **_version(value)}
    try:
        return _json.encode(_rounded(fields, type(value).__name__, ""))
    except UnicodeEncodeError:
        _refuse_surrogate(value)


def encode_msgpack(value: msgspec.Struct) -> bytes:
    """Return `value` as MessagePack, nothing rounded; raise WireError where a text cannot be written as UTF-8."""
    fields = {**msgspec.to_builtins(value, builtin_types=(bytes,)), **_version(value)}
    try:
        return _msgpack.encode(fields)
    except UnicodeEncodeError:
        _refuse_surrogate(value)
    except OverflowError as error:
        raise WireError(kind=type(value).__name__, field="", problem="holds a whole number beyond 64 bits") from error


def decode_json(data: bytes | str, kind: type[Wire]) -> Wire:
    """Return the value of type `kind` that `data` holds; raise WireError naming the field at fault.

    A text with half of a surrogate pair is repaired (U+FFFD), since producers cut strings in the middle of an emoji.
    """
    try:
        raw = data.encode() if isinstance(data, str) else data
    except UnicodeEncodeError:
        raw = _SURROGATE.sub("\ufffd", str(data)).encode()
    if _SURROGATE_ESCAPE.search(raw) is None:
        return _decoded(lambda: _json_decoder(kind).decode(raw), lambda: _json_decoder(_Version).decode(raw), kind, raw)
    return convert(_repaired(raw, kind), kind)


def decode_msgpack(data: bytes, kind: type[Wire]) -> Wire:
    """Return the value of type `kind` that `data` holds; raise WireError naming the field at fault."""
    return _decoded(
        lambda: _msgpack_decoder(kind).decode(data), lambda: _msgpack_decoder(_Version).decode(data), kind, data
    )


def convert(fields: object, kind: type[Wire]) -> Wire:
    """Return the value of type `kind` with these `fields` (a mapping, as a JSON parser gives it); raise WireError."""
    if isinstance(fields, Mapping):
        fields = dict(fields)
    return _decoded(lambda: msgspec.convert(fields, kind), lambda: msgspec.convert(fields, _Version), kind, b"")


def check(value: Wire) -> Wire:
    """Return `value` when its ids and versions are usable; raise WireError otherwise.

    For values made in Python too: the front door checks a `Turn` that never was bytes.
    """
    kind = type(value).__name__
    _check_version(type(value), getattr(value, "schema_version", 1))
    for field in IDS:
        text = getattr(value, field, None)
        if text is not None:
            _check_id(kind, field, text)
    for number, certificate in enumerate(value.certificates if isinstance(value, TurnRecord) else ()):
        _check_version(Certificate, certificate.schema_version, f"certificates[{number}].schema_version")
    return value


class _Version(msgspec.Struct):
    """Only the version of a value whose other fields could not be read."""

    schema_version: int = 1


def _version(value: msgspec.Struct) -> dict[str, int]:
    """Return the version field, which the struct leaves out as a default: absent means 1 for ever."""
    return {"schema_version": value.schema_version} if hasattr(value, "schema_version") else {}


@cache
def _json_decoder(kind: type[Wire]) -> msgspec.json.Decoder[Wire]:
    return msgspec.json.Decoder(kind)


@cache
def _msgpack_decoder(kind: type[Wire]) -> msgspec.msgpack.Decoder[Wire]:
    return msgspec.msgpack.Decoder(kind)


def _decoded(read: Callable[[], Wire], read_version: Callable[[], _Version], kind: type[Wire], raw: bytes) -> Wire:
    """Run a decoder and turn whatever it raises into a WireError.

    A newer version is named first, since it explains why a field looks wrong.
    """
    try:
        return check(read())
    except msgspec.ValidationError as error:
        try:
            version = read_version().schema_version
        except (msgspec.DecodeError, RecursionError):
            version = 1
        _check_version(kind, version)
        raise _wire_error(kind, str(error)) from error
    except RecursionError as error:
        raise WireError(kind=kind.__name__, field="", problem="is nested too deeply: send flat fields only") from error
    except msgspec.DecodeError as error:
        raise WireError(kind=kind.__name__, field="", problem=_unreadable(raw, str(error))) from error


def _wire_error(kind: type[msgspec.Struct], message: str) -> WireError:
    """Read the path out of msgspec's message and add what to do about it."""
    place = _PLACE.match(message)
    problem, path = (place["problem"], place["path"] or "") if place else (message, "")
    missing = _MISSING.match(problem)
    if missing:
        path = f"{path}.{missing['name']}" if path else missing["name"]
        problem = "is missing"
    unknown = _UNKNOWN.match(problem)
    if unknown:
        path, problem = f"{path}.{unknown['name']}" if path else unknown["name"], _OF_CLAIMS
    advice = _ADVICE.get(path, "")
    problem = problem[0].lower() + problem[1:]
    return WireError(kind=kind.__name__, field=path, problem=f"{problem}: {advice}" if advice else problem)


def _unreadable(raw: bytes, message: str) -> str:
    """Say why bytes are no JSON or MessagePack at all."""
    if not raw:
        return "is empty: send one value per message"
    if "UTF-8" in message:
        try:
            raw.decode()
        except UnicodeDecodeError as error:
            return f"is not UTF-8 (byte {error.start}): encode the text as UTF-8"
    _, malformed, fault = message.partition(" is malformed: ")
    if malformed:
        return f"cannot be read as {'JSON' if message.startswith('JSON') else 'MessagePack'}: {fault}"
    return f"cannot be read: {message[0].lower()}{message[1:]}"


def _check_version(kind: type[msgspec.Struct], version: int, field: str = "schema_version") -> None:
    newest = VERSIONS.get(kind, 1)
    if 1 <= version <= newest:
        return
    if version > newest:
        problem = f"{version} is newer than {newest}, the newest this program reads: upgrade skgeval-monitor first"
    else:
        problem = f"{version} is no version: leave the field out, or send {newest}"
    raise WireError(kind=kind.__name__, field=field, problem=problem)


def _check_id(kind: str, field: str, text: str) -> None:
    """Refuse an id that could not be joined into keys and printed."""
    if field == "conversation" and not text.strip():
        raise WireError(kind=kind, field=field, problem=f"is empty: {_ADVICE['conversation']}")
    if len(text) > MAX_ID:
        raise WireError(kind=kind, field=field, problem=f"has {len(text)} characters: use an id of at most {MAX_ID}")
    found = _NOT_INIDS.search(text)
    if found:
        code = f"U+{ord(found[0]):04X} at character {found.start()}"
        raise WireError(kind=kind, field=field, problem=f"holds a control character ({code}): use printable characters")


def _rounded(value: object, kind: str, path: str) -> object:
    """Round every float of a tree of plain values; refuse what JSON has no number for."""
    if isinstance(value, float):
        if not math.isfinite(value):
            raise WireError(kind=kind, field=path, problem=f"is {value}, which JSON cannot hold: use null")
        return float(f"{value:.{JSON_DIGITS}g}") + 0.0  # + 0.0 makes -0.0 and 0.0 the same bytes
    if isinstance(value, dict):
        return {key: _rounded(part, kind, f"{path}.{key}" if path else key) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(part, kind, f"{path}[{number}]") for number, part in enumerate(value)]
    return value


def _repaired(raw: bytes, kind: type[msgspec.Struct]) -> object:
    """Parse JSON with surrogate escapes by the standard library, which reads what msgspec refuses, and mend it."""

    def mended(value: object) -> object:
        if isinstance(value, str):
            return _SURROGATE.sub("\ufffd", value)
        if isinstance(value, dict):
            return {_SURROGATE.sub("\ufffd", key): mended(part) for key, part in value.items()}
        return [mended(part) for part in value] if isinstance(value, list) else value

    try:
        return mended(json.loads(raw, parse_constant=_no_constant))
    except RecursionError as error:
        raise WireError(kind=kind.__name__, field="", problem="is nested too deeply: send flat fields only") from error
    except ValueError as error:
        raise WireError(kind=kind.__name__, field="", problem=f"cannot be read: {error}") from error


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _refuse_surrogate(value: msgspec.Struct) -> NoReturn:
    """Name the text that cannot be written as UTF-8."""
    kind = type(value).__name__
    field = next((path for path, text in _texts(msgspec.to_builtins(value), "") if _SURROGATE.search(text)), "")
    raise WireError(kind=kind, field=field, problem="holds half of a surrogate pair: replace it, such as by U+FFFD")


def _texts(value: object, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _texts(part, f"{path}.{key}" if path else key)
    elif isinstance(value, list | tuple):
        for number, part in enumerate(value):
            yield from _texts(part, f"{path}[{number}]")
