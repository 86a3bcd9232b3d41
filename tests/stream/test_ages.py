"""Moments and ages as people write them."""

from datetime import UTC, datetime, timedelta

import pytest

from stream.ages import in_words, parse_age, parse_since
from stream.errors import SettingsError

NOW = datetime(2026, 3, 5, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("30m", NOW - timedelta(minutes=30)),
        ("1h", NOW - timedelta(hours=1)),
        ("2d", NOW - timedelta(days=2)),
        ("1w", NOW - timedelta(weeks=1)),
        ("1h30m", NOW - timedelta(minutes=90)),
        ("2026-03-05", NOW.replace(hour=0)),
        ("2026-03-05T10:00:00", NOW.replace(hour=10)),
        ("2026-03-05 10:00:00", NOW.replace(hour=10)),
        ("2026-03-05T10:00:00Z", NOW.replace(hour=10)),
        ("2026-03-05T12:00:00+02:00", NOW.replace(hour=10)),
    ],
)
def test_since_takes_an_age_or_a_time(written, expected):
    assert parse_since(written, NOW, "--since") == expected


@pytest.mark.parametrize(
    "written", ["", "yesterday", "1", "h", "-1h", "1.5h", "1y", "99999999d", "999999999999999999w"]
)
def test_what_is_neither_is_refused_by_the_name_of_the_option(written):
    with pytest.raises(SettingsError, match="--since"):
        parse_since(written, NOW, "--since")


@pytest.mark.parametrize("written", ["2026-03-05", "90", "999999999999999999d"])
def test_an_age_is_no_time(written):
    with pytest.raises(SettingsError, match="--older-than"):
        parse_age(written, "--older-than")


@pytest.mark.parametrize(
    ("age", "words"),
    [
        (timedelta(days=90), "90 days"),
        (timedelta(days=1, hours=1, minutes=1), "1 day 1 hour"),
        (timedelta(0), "0 seconds"),
    ],
)
def test_an_age_in_words_has_two_units(age, words):
    assert in_words(age) == words
