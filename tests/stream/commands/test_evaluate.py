import gzip
import json

import pytest
import typer
from typer.testing import CliRunner

from stream.commands.evaluate import add_to

CASES = """
- id: A
  turns:
    - {role: user, text: "How tall is the tower?"}
    - {role: assistant, text: "The tower is 30 metres tall."}
    - {role: user, text: "Really?"}
    - {role: assistant, text: "The tower is 90 metres tall."}
  expect: {outcome: contradiction, claim_turn: 3, evidence_turn: 1, detector: numeric}
- id: B
  turns:
    - {role: user, text: "Where is the museum?"}
    - {role: assistant, text: "The museum is next to the station."}
  expect: {outcome: none}
"""


@pytest.fixture
def app():
    application = typer.Typer()
    add_to(application)
    application.command("other")(lambda: None)  # with two commands typer wants the name of one
    return application


@pytest.fixture
def folders(tmp_path):
    cases, data = tmp_path / "cases", tmp_path / "data"
    cases.mkdir()
    data.mkdir()
    (cases / "small.yaml").write_text(CASES)
    turns = [{"role": "user", "text": "Hello!"}, {"role": "assistant", "text": "Hello, how can I help you today?"}]
    lines = [json.dumps({"id": str(number), "turns": turns, "labels": {}}) for number in range(3)]
    (data / "chats.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    return cases, data


def run(app, *arguments):
    return CliRunner().invoke(app, ["evaluate", *map(str, arguments)])


@pytest.mark.slow
def test_figures_of_cases_and_data_come_as_table_and_as_json(app, folders, tmp_path):
    cases, data = folders
    out = tmp_path / "figures.json"

    result = run(app, "--cases", cases, "--data", data, "--json", out, "--jobs", 1, "--show", "failures")

    assert result.exit_code == 0, result.output
    assert "Alarms" in result.output
    chats, small = sorted(json.loads(out.read_text())["sets"], key=lambda each: each["name"])
    assert (small["name"], small["cases"]["positives"], small["cases"]["negatives"]) == (
        "small",
        {"right": 1, "cases": 1, "share": 1.0},
        {"right": 1, "cases": 1, "share": 1.0},
    )
    assert (chats["name"], chats["conversations"], chats["alarms"]["per_thousand"]) == ("chats", 3, 0.0)


@pytest.mark.slow
def test_a_second_run_on_a_cache_and_several_processes_give_the_same_figures(app, folders, tmp_path):
    cases, _ = folders
    first, second, third = (tmp_path / f"{name}.json" for name in ("first", "second", "third"))
    cache = tmp_path / "cache"

    run(app, "--cases", cases / "small.yaml", "--json", first, "--jobs", 1)
    run(app, "--cases", cases, "--json", second, "--jobs", 2, "--cache", cache)
    kept = sorted(path.name for path in cache.rglob("*.msgpack"))
    result = run(app, "--cases", cases, "--json", third, "--jobs", 1, "--cache", cache)

    assert result.exit_code == 0, result.output
    assert first.read_text() == second.read_text() == third.read_text()
    assert len(kept) == 2
    assert sorted(path.name for path in cache.rglob("*.msgpack")) == kept


@pytest.mark.slow
def test_both_methods_are_set_side_by_side(app, folders, tmp_path):
    cases, data = folders
    out = tmp_path / "figures.json"

    result = run(app, "--cases", cases, "--data", data, "--method", "both", "--json", out, "--jobs", 1)

    assert result.exit_code == 0, result.output
    assert "Side by side" in result.output
    figures = json.loads(out.read_text())
    assert set(figures) == {"ours", "published", "alarmed", "spread", "cost"}
    assert [each["name"] for each in figures["published"]["sets"]] == [each["name"] for each in figures["ours"]["sets"]]
    # greetings claim nothing, so neither method raises an alarm
    assert next(each for each in figures["alarmed"] if each["name"] == "chats")["published"] == 0.0
    # 3 greetings, each with one exchange, and the cases' three
    assert [(each["turn"], each["distinct"]) for each in figures["cost"]] == [(10, 6), (100, 6), (400, 6)]
    assert all(each["ours"] > 0 and each["published"] > 0 for each in figures["cost"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "give --data DIR"),
        (["--cases", "CASES", "--set", "none"], "there is no such set; there are: small"),
        (["--cases", "CASES", "--show", "all"], "use --show failures"),
        (["--cases", "CASES/nowhere"], "nowhere"),
    ],
)
def test_a_wrong_call_is_told_what_to_do(app, folders, arguments, words):
    result = run(app, *(argument.replace("CASES", str(folders[0])) for argument in arguments))

    assert result.exit_code == 2
    assert words in " ".join(result.output.replace("│", " ").split())


def test_a_faulty_case_is_named(app, folders):
    (folders[0] / "small.yaml").write_text("- {id: A, turns: [], expect: {outcome: maybe}}")

    result = run(app, "--cases", folders[0])

    assert result.exit_code == 2
    assert "small.yaml, A: Invalid enum value 'maybe'" in result.output
