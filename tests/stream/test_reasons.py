"""The reasons that the program counts are those that `schemas.metrics` closes: another would begin with its event."""

import re

from schemas.metrics import REASONS
from stream.kafka import annotate, archiver, archiving
from tests.house.repository import files

COUNTED = re.compile(r'\.count\(\s*"(?P<name>\w+)",\s*(?P<reason>[^)\n]+)')
COMPUTED = {
    "skg_dead_letters_total": {*annotate._REASONS.values(), "crashed"},
    "skg_archive_retries_total": {archiver._DATABASE, archiver._BROKER},
    "skg_archive_left_out_total": {archiving.UNKNOWN_KIND, archiving.UNDECODABLE, archiving.REFUSED},
}
"""Of the calls that name no reason outright."""


def test_the_reasons_that_begin_at_0_are_all_that_the_program_counts():
    calls = [
        (call["name"], call["reason"])
        for path in files("stream", ending=".py")
        for call in COUNTED.finditer(path.read_text())
        if call["name"] in REASONS
    ]
    literal = {(name, reason.strip('"')) for name, reason in calls if reason.startswith('"')}
    computed = {(name, reason) for name, reasons in COMPUTED.items() for reason in reasons}

    assert {name for name, reason in calls if not reason.startswith('"')} == COMPUTED.keys()
    assert literal | computed == {(name, reason) for name, reasons in REASONS.items() for reason in reasons}
