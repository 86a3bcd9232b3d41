"""Clock times, dates, years, decades and weekdays."""

from __future__ import annotations

import re
from calendar import monthrange

from schemas.claim import QuantityRole
from skgeval.annotation.quantities.nouns import singular
from skgeval.annotation.quantities.numerals import read_numeral
from skgeval.annotation.quantities.reading import Reading
from skgeval.annotation.quantities.tokens import Tokens

_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\b(?:\.(?=,?\s{1,3}\d))?"
)
_YEAR = r"(?:,?\s{1,3}(?P<year>1[0-9]\d\d|20\d\d)\b(?![:.]\d|\s?(?:[ap]\.?m|%)))?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_DAY_MONTH = re.compile(
    rf"{_DAY}(?:\s?(?:-|–|to|and)\s?(?P<last>\d{{1,2}})(?:st|nd|rd|th)?)?\s{{1,3}}(?:of\s)?{_MONTH}{_YEAR}",
    re.IGNORECASE | re.ASCII,
)
_MONTH_DAY = re.compile(
    rf"{_MONTH}\s{{1,3}}(?:the\s)?{_DAY}(?:\s?(?:-|–|to)\s?(?P<last>\d{{1,2}})(?:st|nd|rd|th)?)?\b(?![:\d]|\s?(?:[ap]\.?m\b|%)){_YEAR}",
    re.IGNORECASE | re.ASCII,
)
_MONTH_YEAR = re.compile(
    rf"{_MONTH},?\s{{1,3}}(?:of\s)?(?P<year>1[0-9]\d\d|20\d\d)\b(?!\s?%)", re.IGNORECASE | re.ASCII
)
_ISO = re.compile(r"(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})\b")
_NUMERIC = re.compile(
    r"(?P<one>\d{1,2})(?P<mark>[/.])(?P<other>\d{1,2})(?:(?P=mark)(?P<year>\d{4}|\d{2}))?\b(?![/.]\d)"
)
_DECADE = re.compile(r"(?P<decade>1[0-9]\d0|20\d0)['’]?s\b|['’]?(?P<short>[2-9]0)['’]?s\b")
_CENTURY = re.compile(r"(?P<number>\d{1,2})(?:st|nd|rd|th)[\s-]century\b", re.IGNORECASE | re.ASCII)
_ERA = re.compile(r"\s?(?P<before>b\.?c\.?(?:e\.?)?)\b|\s?(?:a\.?d\.?|c\.?e\.?)\b", re.IGNORECASE | re.ASCII)
_YEAR_PREPOSITIONS = frozenset(
    {"in", "since", "by", "until", "till", "during", "before", "after", "from", "circa", "year", "around", "of"}
    | {"spring", "summer", "fall", "autumn", "winter", "early", "late", "mid"}
)
_MONTH_PREPOSITIONS = frozenset(
    {"in", "of", "by", "since", "until", "till", "last", "next", "this", "every", "from", "to", "during", "before"}
    | {"after", "early", "late", "mid", "on", "between"}
)
_AMBIGUOUS_MONTHS = frozenset({"may", "march", "mar", "sep", "dec", "jan", "jun", "apr", "aug", "oct", "nov", "feb"})
_MONTHS, _DAYS, _YEAR_DIGITS = 12, 31, 4
_ABBREVIATED = 4
"""Letters up to which a month's name alone may be an abbreviation or another word."""
_FIRST_YEAR, _LAST_YEAR = 1000, 2100
_BARE_YEAR = 1800
"""First number that is read as a year without a preposition."""
_THIS_CENTURY = 50
"""Two-digit years below it belong to 2000 and later."""


def read_date(tokens: Tokens, at: int) -> Reading | None:
    """Return the date, month, year, decade, century or weekday that starts at token `at`."""
    position = tokens.items[at].start
    word = tokens.lower(at)
    if tokens.is_number(at):
        return _written_date(tokens, at, position) or _span_of_years(tokens, at, position) or _year(tokens, at)
    if word in tokens.words.weekdays:
        return _weekday(tokens, at, word)
    if word in tokens.words.months:
        return _month(tokens, at, position)
    if word in {"'", "’"}:
        return _span_of_years(tokens, at, position)
    if word in tokens.words.ordinals and tokens.lower(at + 1) == "of" and tokens.lower(at + 2) in tokens.words.months:
        month = tokens.words.months[tokens.lower(at + 2)]
        year, end = _following_year(tokens, at + 3)
        return _dates(at, end, _number(year, month, tokens.words.ordinals[word]))
    return _spoken_year(tokens, at) if word in tokens.words.numbers else None


def year_reading(start: int, end: int, first: int, last: int) -> Reading:
    """Return a span of whole years."""
    low, high = first * 10_000 + 101, last * 10_000 + 1231
    return Reading(
        start=start, end=end, value=first, low=low, high=high, dimension="date", role=QuantityRole.YEAR, unit="year"
    )


def _number(year: int, month: int, day: int) -> int:
    return year * 10_000 + month * 100 + day


def _dates(start: int, end: int, first: int, last: int | None = None, unit: str = "date") -> Reading:
    return Reading(
        start=start,
        end=end,
        value=first,
        low=first,
        high=first if last is None else last,
        dimension="date",
        role=QuantityRole.DATE,
        unit=unit,
        ranged=last is not None and unit == "date",
    )


def _following_year(tokens: Tokens, at: int) -> tuple[int, int]:
    place = at + 1 if tokens.lower(at) == "," else at
    found = _year(tokens, place) if tokens.is_number(place) else None
    return (int(found.value), found.end) if found else (0, at)


def _spoken_year(tokens: Tokens, at: int) -> Reading | None:
    """Read "nineteen eighty-four"."""
    numeral = read_numeral(tokens, at)
    if numeral is None or not numeral.year:
        return None
    return year_reading(at, numeral.end, int(numeral.value), int(numeral.value))


def _year_of(written: str | None) -> int:
    if not written:
        return 0
    year = int(written)
    if len(written) == len("26"):
        year += 2000 if year < _THIS_CENTURY else 1900
    return year


def _valid(month: int, day: int) -> bool:
    return 1 <= month <= _MONTHS and 1 <= day <= _DAYS


def _written_date(tokens: Tokens, at: int, position: int) -> Reading | None:
    text = tokens.text
    iso = _ISO.match(text, position)
    if iso and _valid(int(iso["month"]), int(iso["day"])):
        number = _number(int(iso["year"]), int(iso["month"]), int(iso["day"]))
        return _dates(at, tokens.after(iso.end(), at), number)
    named = _DAY_MONTH.match(text, position)
    if named:
        return _named(tokens, at, named)
    numeric = _NUMERIC.match(text, position)
    return _numeric_date(tokens, at, numeric) if numeric else None


def _named(tokens: Tokens, at: int, match: re.Match[str]) -> Reading | None:
    month, day = tokens.words.months[match["month"].lower().rstrip(".")], int(match["day"])
    if not _valid(month, day):
        return None
    year = _year_of(match["year"])
    last = _number(year, month, int(match["last"])) if match["last"] else None
    return _dates(at, tokens.after(match.end(), at), _number(year, month, day), last)


def _numeric_date(tokens: Tokens, at: int, match: re.Match[str]) -> Reading | None:
    """Read 03/05 and its like; where day and month may be either, the interval holds both readings."""
    one, other, year = int(match["one"]), int(match["other"]), _year_of(match["year"])
    padded = match["one"].startswith("0") or match["other"].startswith("0")
    if match["mark"] == "." and len(match["year"] or "") < _YEAR_DIGITS:
        return None
    if not match["year"] and not padded and tokens.lower(at - 1) != "on":
        return None
    day_first = _number(year, other, one) if _valid(other, one) else 0
    month_first = _number(year, one, other) if _valid(one, other) else 0
    readings = sorted(number for number in (day_first, month_first) if number)
    if not readings:
        return None
    end = tokens.after(match.end(), at)
    if (match["mark"] == "." and day_first) or readings[0] == readings[-1]:
        return _dates(at, end, day_first or readings[0])
    return _dates(at, end, readings[0], readings[-1], unit="ambiguous date")


def _span_of_years(tokens: Tokens, at: int, position: int) -> Reading | None:
    century = _CENTURY.match(tokens.text, position)
    if century:
        first = (int(century["number"]) - 1) * 100
        return year_reading(at, tokens.after(century.end(), at), first, first + 99)
    decade = _DECADE.match(tokens.text, position)
    if decade is None:
        return None
    end = tokens.after(decade.end(), at)
    if decade["decade"]:
        return year_reading(at, end, int(decade["decade"]), int(decade["decade"]) + 9)
    before = tokens.lower(at - 1)
    if before not in {"the", "early", "late", "mid", "-"}:
        return None
    return year_reading(at, end, 1900 + int(decade["short"]), 1909 + int(decade["short"]))


def _year(tokens: Tokens, at: int) -> Reading | None:
    written = tokens.written(at)
    before = tokens.lower(at - 1)
    era = _ERA.match(tokens.text, tokens.items[at].end)
    if era and written.isdigit() and len(written) <= _YEAR_DIGITS:
        year = -int(written) if era["before"] else int(written)
        return year_reading(at, tokens.after(era.end(), at + 1), year, year)
    if not (written.isdigit() and len(written) == _YEAR_DIGITS and _FIRST_YEAR <= int(written) <= _LAST_YEAR):
        return None
    if tokens.glued(at) and before not in {"(", "-", "–", "/"}:
        return None
    year = int(written)
    after = tokens.lower(at + 1)
    counts = tokens.is_word(at + 1) and singular(after) != after and after not in tokens.words.stops
    measured = after in tokens.words.units or after in {"%", "percent"}
    if before in _YEAR_PREPOSITIONS or before in tokens.words.months or (before == "the" and not counts):
        return None if measured else year_reading(at, at + 1, year, year)
    if measured or counts or not _BARE_YEAR <= year < _LAST_YEAR:
        return None
    return year_reading(at, at + 1, year, year)


def _month(tokens: Tokens, at: int, position: int) -> Reading | None:
    named = _MONTH_DAY.match(tokens.text, position)
    if named and not (tokens.lower(at) == "may" and not tokens.written(at)[0].isupper() and not named["year"]):
        return _named(tokens, at, named)
    month = tokens.words.months[tokens.lower(at)]
    dated = _MONTH_YEAR.match(tokens.text, position)
    if dated:
        year = int(dated["year"])
        last = monthrange(year, month)[1]
        end = tokens.after(dated.end(), at)
        return _dates(at, end, _number(year, month, 1), _number(year, month, last), unit="month")
    day = tokens.words.ordinals.get(tokens.lower(at + 1))
    if day:
        year, end = _following_year(tokens, at + 2)
        return _dates(at, end, _number(year, month, day))
    alone = tokens.written(at)[0].isupper() and (
        tokens.lower(at) not in _AMBIGUOUS_MONTHS or tokens.lower(at - 1) in _MONTH_PREPOSITIONS
    )
    if not alone or (len(tokens.lower(at)) <= _ABBREVIATED and tokens.lower(at - 1) not in _MONTH_PREPOSITIONS):
        return None
    return _dates(at, at + 1, _number(0, month, 1), _number(0, month, 31), unit="month")


def _weekday(tokens: Tokens, at: int, word: str) -> Reading:
    day = tokens.words.weekdays[word]
    return Reading(
        start=at, end=at + 1, value=day, low=day, high=day, dimension="weekday", role=QuantityRole.DATE, unit="weekday"
    )
