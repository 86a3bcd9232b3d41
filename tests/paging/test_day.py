import json

import pytest

from stream.bench.paging.day import bad_release_at_noon, shown
from stream.bench.paging.lines import lines
from tests.stream.commands.programs import run


def test_a_day_of_half_an_hour_runs_the_rules_48_times_as_fast():
    day = bad_release_at_noon(minutes=30.0, begin=10.0, end=16.0)

    assert day.faster == 48.0
    assert day.seconds == 450.0
    assert shown(day.hour(150.0)) == "12:00"


@pytest.mark.parametrize(("begin", "version"), [(0.0, "2.4.0"), (9.0, "2.4.0"), (9.5, "2.4.1")])
def test_a_day_that_begins_later_begins_with_what_was_released_by_then(begin, version):
    in_force = {
        release.assistant: release.version for release in bad_release_at_noon(minutes=30.0, begin=begin).in_force()
    }

    assert in_force == {"shop-assistant": version, "travel-desk": "7"}


def test_lines_name_assistant_and_version_on_every_turn_and_contradict_as_often_as_asked():
    calm = list(lines("shop-assistant", "2.5.0", 100, 0.0))
    bad = list(lines("shop-assistant", "2.5.0", 100, 0.3))

    turns = [turn for line in bad for turn in json.loads(line)["turns"]]
    said = [turn for line in calm for turn in json.loads(line)["turns"]]
    differing = sum(turn["text"] != other["text"] for turn, other in zip(turns, said, strict=True))
    assert {(turn["assistant"], turn["assistant_version"]) for turn in turns} == {("shop-assistant", "2.5.0")}
    assert differing == pytest.approx(0.3 * 700, abs=3)


@pytest.mark.slow
def test_a_program_that_is_not_installed_is_named_with_the_package_that_brings_it(tmp_path):
    answer = run(tmp_path, "bench", "paging", PATH=str(tmp_path))

    assert answer.returncode == 2
    assert "the program prometheus is missing" in answer.stderr
    assert "scripts/deploy-tools.sh" in answer.stderr
