"""`skg bench archive` measures everything it says, on both databases."""

import json

import pytest

from alerts.archive import open_archive
from alerts.errors import ArchiveError
from stream.bench.archive.material import batches
from stream.bench.archive.measure import own_schema, reads_whole_table
from tests.stream.commands.programs import run

pytestmark = pytest.mark.slow
TURNS = 5_500
"""One wave of conversations, and one turn each of the next."""


def test_every_figure_is_measured_on_both_databases_and_nothing_is_left_behind(postgres_url, tmp_path):
    result = run(tmp_path, "bench", "archive", "--turns", str(TURNS), "--url", postgres_url, "--json", "figures.json")

    assert result.returncode == 0, result.stderr
    figures = json.loads((tmp_path / "figures.json").read_text())
    assert [one["turns"] for one in figures] == [TURNS, TURNS]
    assert all(one["turns_per_second"] > 0 and one["exported_turns_per_second"] > 0 for one in figures)
    assert all(len(one["milliseconds"]) == 9 and min(one["milliseconds"].values()) > 0 for one in figures)
    assert figures[0]["reads_whole_tables"] == []
    archive = open_archive(postgres_url)
    assert archive.conversations() == []
    archive.close()


def test_the_turns_are_those_of_many_conversations_side_by_side():
    first, second, *_, last = batches(TURNS)

    assert len({record.conversation for record in first}) == len(first) == 500
    assert {record.slot for record in second} == {1}
    assert {record.slot for record in last} == {0}


def test_a_schema_of_our_own_is_dropped_also_when_measuring_fails(postgres_url):
    given = []

    with pytest.raises(ZeroDivisionError):
        fail_within(postgres_url, given)

    with pytest.raises(ArchiveError, match="no schema has been selected"):
        open_archive(given[0])


def fail_within(url, given):
    with own_schema(url) as own:
        given.append(own)
        open_archive(own).close()
        given.append(1 / 0)


@pytest.mark.parametrize(
    ("line", "whole"),
    [
        ("SCAN turns", True),
        ("SCAN turns USING COVERING INDEX sqlite_autoindex_turns_1", False),
        ("SEARCH turns USING INDEX a (b=?)", False),
        ("  ->  Seq Scan on findings  (cost=0.00..1.05 rows=1 width=0)", True),
        ("  ->  Seq Scan on worst  (cost=0.00..1.05 rows=1 width=0)", False),
        ("  ->  Index Scan using findings_by_detector on findings", False),
    ],
)
def test_a_plan_that_reads_a_whole_table_is_known(line, whole):
    assert reads_whole_table([line]) is whole
