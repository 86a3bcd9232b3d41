"""`skg certificates`, `skg graph` and `skg verify` as a person uses them after `skg monitor`."""

import json
import re

import pytest

from tests.stream.commands.programs import run

TALK = """user: How long is the course?
assistant: The course takes six weeks.
user: Okay, and the room?
assistant: It is on the first floor. The course takes eight weeks.
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("evidence")
    done = run(place, "monitor", "--plain", given=TALK)
    assert done.returncode == 0, done.stderr
    return place


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    place = tmp_path_factory.mktemp("two")
    done = run(place, "monitor", "--plain", given=f"{TALK}user: Really?\nassistant: The course takes nine weeks.\n")
    assert done.returncode == 0, done.stderr
    return place


def listed(folder):
    return [json.loads(line) for line in run(folder, "certificates", "list", "--json").stdout.splitlines()]


def test_the_list_names_the_certificate_and_what_happened(folder):
    shown = run(folder, "certificates", "list", COLUMNS="200").stdout

    assert "numeric_mismatch" in shown
    assert "eight weeks" in shown


def test_a_filter_that_fits_nothing_lists_nothing_and_says_where_it_looked(folder):
    shown = run(folder, "certificates", "list", "--detector", "antonym").stdout

    assert re.fullmatch(r"No such certificates in sqlite:///\S+archive\.db\.\n", shown)


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_list_that_is_cut_says_so_beside_it_and_one_that_is_whole_does_not(two, form):
    cut = run(two, "certificates", "list", "--limit", "1", *form)
    whole = run(two, "certificates", "list", "--limit", "2", *form)

    assert "nine weeks" in cut.stdout
    assert "eight weeks" not in cut.stdout
    assert cut.stderr == "These are the newest 1; there are more, and --limit shows them.\n"
    assert "eight weeks" in whole.stdout
    assert whole.stderr == ""


def test_a_certificate_is_shown_with_all_that_proves_it(folder):
    (certificate,) = listed(folder)

    shown = run(folder, "certificates", "show", certificate["certificate_id"][:8]).stdout

    for heading in ("Earlier", "Later", "Gates passed", "Looked for a revision", "Taken as given"):
        assert heading in shown


def test_an_unknown_certificate_is_one_clear_sentence(folder):
    done = run(folder, "certificates", "show", "feedbeef")

    assert (done.returncode, done.stderr) == (
        2,
        "skg: no certificate 'feedbeef'; `skg certificates list` shows their ids\n",
    )


def test_the_whiteboard_comes_in_three_languages(folder):
    assert run(folder, "graph", "stdin").stdout.startswith("<svg")
    assert run(folder, "graph", "stdin", "--dot").stdout.startswith("digraph")
    assert json.loads(run(folder, "graph", "stdin", "--json").stdout)["conflicts"][0]["number"] == 1


def test_the_whiteboard_is_written_to_a_file(folder):
    run(folder, "graph", "stdin", "--output", "talk.svg")

    assert (folder / "talk.svg").read_text().startswith("<svg")


def test_two_formats_at_once_are_refused(folder):
    done = run(folder, "graph", "stdin", "--dot", "--json")

    assert done.returncode == 2
    assert "one of --svg, --dot and --json" in done.stderr


def test_an_unknown_conversation_is_one_clear_sentence_that_names_a_known_one(folder):
    done = run(folder, "graph", "nobody")

    assert done.returncode == 2
    assert "stdin" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_archived_certificate_is_verified_at_both_levels(folder):
    text = run(folder, "certificates", "list", "--json").stdout

    done = run(folder, "verify", "-", given=text)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "reached level 2" in done.stdout


def test_a_changed_number_makes_verification_fail(folder):
    (certificate,) = listed(folder)
    certificate["later"]["claim"] = certificate["earlier"]["claim"]
    (folder / "changed.json").write_text(json.dumps(certificate))

    done = run(folder, "verify", "changed.json", "--level", "1", "--json")

    assert done.returncode == 1
    assert json.loads(done.stdout)["level"] == 0


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "is empty"),
        ("[]", "other.json: is no certificate"),
        ("{", "is no certificate"),
        ('{"kind": "contradiction"}', "certificate_id"),
    ],
)
def test_a_file_that_is_no_certificate_is_one_clear_sentence(folder, content, words):
    (folder / "other.json").write_text(content)

    done = run(folder, "verify", "other.json")

    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_a_missing_file_is_one_clear_sentence(folder):
    done = run(folder, "verify", "absent.json")

    assert done.returncode == 2
    assert "absent.json: cannot be read" in done.stderr
