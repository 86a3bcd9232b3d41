"""`skg score` on files, good lines and bad."""

import json

import pytest

from tests.stream.commands.programs import run

pytestmark = pytest.mark.slow

WARRANTY = {
    "id": "w",
    "turns": [
        {"role": "user", "text": "How long is the warranty?"},
        {"role": "assistant", "text": "Your warranty lasts 24 months."},
        {"role": "user", "text": "Are you sure?"},
        {"role": "assistant", "text": "Your warranty lasts 12 months."},
    ],
}


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


def written(folder, *rows):
    path = folder / "in.jsonl"
    path.write_text("".join(row if isinstance(row, str) else json.dumps(row) + "\n" for row in rows))
    return str(path)


def test_a_conversation_becomes_findings_and_scores(tmp_path):
    answer = run(tmp_path, "score", written(tmp_path, WARRANTY), "--output", "out.jsonl", "--jobs", "1")

    assert (answer.returncode, answer.stderr) == (0, "")
    [scored] = lines((tmp_path / "out.jsonl").read_text())
    assert set(scored) == {"id", "findings", "turns", "session"}
    [finding] = scored["findings"]
    assert set(finding) == {
        *("kind", "detector", "severity", "strength", "confidence", "earlier_turn", "later_turn", "explanation")
    }
    assert (finding["kind"], finding["detector"]) == ("contradiction", "numeric_mismatch")
    assert (finding["earlier_turn"], finding["later_turn"]) == (1, 3)
    assert [turn["turn"] for turn in scored["turns"]] == [1, 3]
    assert set(scored["turns"][0]) == {"turn", "relevance", "consistency", "coherence", "quality", "drift"}
    assert set(scored["session"]) == {"score", "level", "slope", "label"}


def test_bad_lines_are_told_with_their_numbers_and_the_good_ones_are_there(tmp_path):
    source = written(tmp_path, WARRANTY, '{"id": "x"\n', "\n", {"id": "y", "turns": [{"role": "user"}]}, WARRANTY)

    answer = run(tmp_path, "score", source, "--jobs", "1")

    assert answer.returncode == 1
    assert [row["id"] for row in lines(answer.stdout)] == ["w", "w"]
    assert [line.split(":")[0] for line in answer.stderr.splitlines()] == ["line 2", "line 4"]
    assert "field `turns[0].text`" in answer.stderr


def test_what_was_not_assessed_is_null(tmp_path):
    german = {
        "id": "g",
        "turns": [
            {"role": "user", "text": "Wie lange gilt die Garantie für den Bohrer, den ich gekauft habe?"},
            {"role": "assistant", "text": "Die Garantie für den Bohrer gilt vierundzwanzig Monate ab der Lieferung."},
        ],
    }

    answer = run(tmp_path, "score", written(tmp_path, german, {"id": "e", "turns": []}), "--jobs", "1")

    scored, empty = lines(answer.stdout)
    assert scored["turns"][0]["coherence"] is None
    assert empty == {"id": "e", "findings": [], "turns": [], "session": dict.fromkeys(scored["session"])}


def test_any_number_of_processes_gives_the_same_bytes_in_the_same_order(tmp_path):
    source = written(tmp_path, *({**WARRANTY, "id": f"w{number}"} for number in range(20)), "{\n")

    one = run(tmp_path, "score", source, "--jobs", "1", "--certificates", "one.jsonl")
    three = run(tmp_path, "score", source, "--jobs", "3", "--certificates", "three.jsonl")

    assert (one.returncode, three.returncode) == (1, 1)
    assert one.stdout == three.stdout
    assert one.stderr == three.stderr
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "three.jsonl").read_bytes()
    assert len(lines((tmp_path / "one.jsonl").read_text())) == 20


def test_standard_input_and_output_are_the_dash(tmp_path):
    answer = run(tmp_path, "score", "-", "--output", "-", "--jobs", "1", given=json.dumps(WARRANTY))

    assert [row["id"] for row in lines(answer.stdout)] == ["w"]


def test_the_published_method_scores_in_the_same_shape(tmp_path):
    source = written(tmp_path, WARRANTY)

    ours = run(tmp_path, "score", source, "--jobs", "1")
    published = run(tmp_path, "score", source, "--jobs", "1", "--method", "published")
    both = run(tmp_path, "score", source, "--jobs", "1", "--method", "both")

    [own], [paper], [beside] = lines(ours.stdout), lines(published.stdout), lines(both.stdout)
    assert list(paper) == list(own)
    [finding] = paper["findings"]
    assert list(finding) == list(own["findings"][0])
    assert (finding["detector"], finding["strength"]) == ("numeric_mismatch", 0.92)
    assert (finding["severity"], finding["confidence"]) == (None, None)
    assert (finding["earlier_turn"], finding["later_turn"]) == (1, 3)
    assert list(paper["turns"][0]) == list(own["turns"][0])
    assert paper["turns"][1]["coherence"] == 0.08
    assert set(paper["session"]) == set(own["session"])
    assert beside == {**own, "published": {name: paper[name] for name in ("findings", "turns", "session")}}


def test_the_published_method_has_no_certificates_to_write(tmp_path):
    source = written(tmp_path, WARRANTY)

    answer = run(tmp_path, "score", source, "--method", "published", "--certificates", "proofs.jsonl")

    assert answer.returncode == 2
    assert answer.stderr == "skg: proofs.jsonl: stays empty: the published method issues no certificates\n"


def test_the_input_is_never_written_over(tmp_path):
    source = written(tmp_path, WARRANTY)
    before = (tmp_path / source).read_bytes()

    over = run(tmp_path, "score", source, "--output", source)
    twice = run(tmp_path, "score", source, "--output", "out.jsonl", "--certificates", "./out.jsonl")

    assert (over.returncode, twice.returncode) == (2, 2)
    assert over.stderr.startswith("skg: ")
    assert "name different files" in over.stderr
    assert (tmp_path / source).read_bytes() == before


def test_a_missing_file_a_bad_encoder_and_a_bad_policy_are_one_line_each(tmp_path):
    (tmp_path / "policy.toml").write_text("[policy]\nreport_strenght = 1\n")
    source = written(tmp_path, WARRANTY)

    missing = run(tmp_path, "score", "absent.jsonl")
    encoder = run(tmp_path, "score", source, "--jobs", "2", "--encoder", "absent")
    policy = run(tmp_path, "score", source, "--policy", "policy.toml")

    assert missing.stderr == "skg: absent.jsonl: cannot be read: No such file or directory\n"
    assert encoder.stderr.startswith("skg: no encoder 'absent'")
    assert "report_strenght" in policy.stderr
    assert [answer.returncode for answer in (missing, encoder, policy)] == [2, 2, 2]
