"""Times of day: "3 pm", "15:00", "half past two", "noon", "9 in the morning"."""

from __future__ import annotations

import re

from schemas.claim import QuantityRole
from skgeval.annotation.quantities.numerals import read_numeral
from skgeval.annotation.quantities.reading import Reading
from skgeval.annotation.quantities.tokens import Tokens
from skgeval.quantities import AMBIGUOUS_CLOCK, CLOCK_HALF

_WITH_HALF = re.compile(
    r"(?P<hour>\d{1,2})(?:[:.](?P<minute>[0-5]\d))?(?::[0-5]\d)?\s?(?P<half>[ap])(?:\s?\.\s?m\b\.?|m\b)", re.IGNORECASE
)
_DIGITS = re.compile(r"(?P<hour>\d{1,2}):(?P<minute>[0-5]\d)(?::[0-5]\d)?(?![\d:])(?!\s?[ap]\s?\.?\s?m\b)")
_FRENCH = re.compile(r"(?P<hour>\d{1,2})h(?P<minute>[0-5]\d)\b")
_HALF = re.compile(r"\s?(?P<half>[ap])(?:\s?\.\s?m\b\.?|m\b)", re.IGNORECASE)
_OCLOCK = re.compile(r"\s?o\s?['’]?\s?clock\b", re.IGNORECASE)
_PART = re.compile(
    r"\s(?:in the (?P<part>morning|afternoon|evening)|at (?P<night>night)|(?P<tonight>tonight))\b", re.IGNORECASE
)
_MIDNIGHT, _NOON = 0, 720
_DIAL = 12
_HALF_HOUR = 30
_NAMED = {"noon": _NOON, "midday": _NOON, "midnight": _MIDNIGHT}


def read_clock(tokens: Tokens, at: int) -> Reading | None:
    """Return the time of day that starts at token `at`, in minutes after midnight."""
    word = tokens.lower(at)
    if word in _NAMED:
        return _clock(at, at + 1, _NAMED[word], ambiguous=False)
    if word in {"half", "quarter", "a"} or tokens.lower(at + 1) in {"past", "to", "minutes"}:
        relative = _relative(tokens, at)
        if relative is not None:
            return relative
    if tokens.is_number(at):
        return _in_digits(tokens, at)
    if word in tokens.words.numbers and word != "zero":
        return _after_hour(tokens, at, at + 1, int(tokens.words.numbers[word]))
    return None


def clock_of_hour(start: int, end: int, hour: float, like: Reading) -> Reading:
    """Return the bare hour at the other end of a range: "9" in "9-11 am"; "9" in "9 to 5 pm" is the morning's."""
    minutes = (hour % 12) * 60
    if like.dimension != "clock":
        return _clock(start, end, minutes + (CLOCK_HALF if hour > _DIAL else 0), ambiguous=False)
    if like.unit == AMBIGUOUS_CLOCK:
        return _clock(start, end, minutes, ambiguous=True)
    afternoon = minutes + CLOCK_HALF
    same_half = afternoon if like.value * 60 >= CLOCK_HALF else minutes
    return _clock(start, end, same_half if same_half < like.low else minutes, ambiguous=False)


def _clock(start: int, end: int, minutes: float, *, ambiguous: bool) -> Reading:
    return Reading(
        start=start,
        end=end,
        value=minutes / 60,
        low=minutes,
        high=minutes,
        dimension="clock",
        role=QuantityRole.CLOCK,
        unit=AMBIGUOUS_CLOCK if ambiguous else "24h",
    )


def _in_digits(tokens: Tokens, at: int) -> Reading | None:
    position = tokens.items[at].start
    halved = _WITH_HALF.match(tokens.text, position)
    if halved and 1 <= int(halved["hour"]) <= _DIAL:
        minutes = _halved(int(halved["hour"]), halved["half"]) + int(halved["minute"] or 0)
        return _clock(at, tokens.after(halved.end(), at), minutes, ambiguous=False)
    digits = _DIGITS.match(tokens.text, position) or _FRENCH.match(tokens.text, position)
    if digits and int(digits["hour"]) < 2 * _DIAL:
        return _dialled(tokens, at, digits)
    if tokens.written(at).isdigit() and len(tokens.written(at)) <= len("12"):
        return _after_hour(tokens, at, at + 1, int(tokens.written(at)))
    return None


def _dialled(tokens: Tokens, at: int, match: re.Match[str]) -> Reading:
    hour, minute = int(match["hour"]), int(match["minute"])
    part = _part_of_day(tokens.text, match.end())
    minutes = hour * 60 + minute
    end = tokens.after(part[1] if part else match.end(), at)
    if part and 1 <= hour <= _DIAL:
        return _clock(at, end, _halved(hour, part[0]) + minute, ambiguous=False)
    ambiguous = 1 <= hour <= _DIAL and not match["hour"].startswith("0")
    return _clock(at, end, minutes % CLOCK_HALF if ambiguous else minutes, ambiguous=ambiguous)


def _after_hour(tokens: Tokens, at: int, end: int, hour: int) -> Reading | None:
    """Read a bare hour that something marks as one: am, o'clock, "in the morning", "at 7"."""
    if not 1 <= hour <= _DIAL:
        return None
    text, position = tokens.text, tokens.items[end - 1].end
    half = _HALF.match(text, position)
    if half:
        return _clock(at, tokens.after(half.end(), at), _halved(hour, half["half"]), ambiguous=False)
    oclock = _OCLOCK.match(text, position)
    if oclock:
        position = oclock.end()
    part = _part_of_day(text, position)
    if part and (oclock or tokens.lower(at - 1) in {"at", "by", "until", "till", "around", "about", "before", "after"}):
        return _clock(at, tokens.after(part[1], at), _halved(hour, part[0]), ambiguous=False)
    if oclock or (tokens.lower(at - 1) == "at" and _stands_alone(tokens, end)):
        return _clock(at, tokens.after(position, at), hour % 12 * 60, ambiguous=True)
    return None


def _stands_alone(tokens: Tokens, end: int) -> bool:
    """Tell whether no thing that the number could count or measure follows."""
    after = tokens.lower(end)
    if after in {"%", "$", "€", "°", "/", "-", "x", "of", "more", "less", "times", "."} and tokens.glued(end):
        return after == "." and not tokens.is_number(end + 1)
    return not tokens.is_word(end) or (after in tokens.words.stops and after not in {"of", "times", "more", "per"})


def _halved(hour: int, half: str) -> int:
    return hour % 12 * 60 + (CLOCK_HALF if half.lower() == "p" else 0)


def _part_of_day(text: str, position: int) -> tuple[str, int] | None:
    part = _PART.match(text, position)
    if part is None:
        return None
    return ("a" if part["part"] and part["part"].lower() == "morning" else "p"), part.end()


def _relative(tokens: Tokens, at: int) -> Reading | None:
    """Read "half past two", "(a) quarter to five", "ten (minutes) past six"."""
    place = at + 1 if tokens.lower(at) == "a" else at
    word = tokens.lower(place)
    if word in {"half", "quarter"}:
        shift, place = (_HALF_HOUR if word == "half" else 15), place + 1
    else:
        numeral = read_numeral(tokens, place)
        if numeral is None or not 1 <= numeral.value < _HALF_HOUR:
            return None
        shift, place = int(numeral.value), numeral.end
        if tokens.lower(place) == "minutes":
            word, place = "minutes", place + 1
    direction = tokens.lower(place)
    if direction != "past" and not (direction in {"to", "after", "before"} and word in {"quarter", "minutes"}):
        return None
    hour = read_numeral(tokens, place + 1)
    if hour is None or hour.article or hour.fraction or not 1 <= hour.value <= _DIAL:
        return None
    minutes = hour.value * 60 + (shift if direction in {"past", "after"} else -shift)
    position = tokens.items[hour.end - 1].end
    half = _HALF.match(tokens.text, position)
    part = (half["half"].lower(), half.end()) if half else _part_of_day(tokens.text, position)
    if part is None:
        return _clock(at, hour.end, minutes % CLOCK_HALF, ambiguous=True)
    shifted = minutes % CLOCK_HALF + (CLOCK_HALF if part[0] == "p" else 0)
    return _clock(at, tokens.after(part[1], at), shifted, ambiguous=False)
