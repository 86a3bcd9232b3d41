"""`skg monitor` as a real program: what it reads, what it says, how it ends."""

import json
import os
import signal
import sqlite3
import time

import httpx
import pytest

from tests.stream.commands.programs import has_line, run, start, wait_for

pytestmark = pytest.mark.slow

CONTRADICTION = (
    "user: How long is the warranty?\n"
    "assistant: Your warranty lasts 24 months.\n"
    "user: Are you sure?\n"
    "assistant: Your warranty lasts 12 months.\n"
)


def turn(role, text, **fields):
    return json.dumps({"conversation": "c1", "role": role, "text": text, **fields})


def events(text):
    return [json.loads(line) for line in text.splitlines()]


def archived(folder):
    with sqlite3.connect(folder / "data" / "archive.db") as archive:
        return archive.execute("SELECT conversation, slot FROM turns ORDER BY conversation, slot").fetchall()


def test_lines_typed_by_a_person_give_a_sentence_while_the_conversation_is_still_open(tmp_path):
    monitor = start(tmp_path, "monitor", "--plain", "--pretty")
    *first, last = CONTRADICTION.splitlines(keepends=True)
    monitor.stdin.write("".join(first))
    wait_for(monitor.stderr, "monitor_started")
    while not (tmp_path / "data" / "archive.db").exists() or len(archived(tmp_path)) < len(first):
        time.sleep(0.05)

    monitor.stdin.write(last)
    came = has_line(monitor.stdout, 60.0)  # while standard input is open; how fast it comes is for the benchmark
    said, _ = monitor.communicate()

    assert came
    assert said.startswith("[stdin] contradiction")
    assert "24 months" in said
    assert "12 months" in said
    assert monitor.returncode == 0


def test_certificates_are_json_lines_for_programs_and_broken_lines_stop_nothing(tmp_path):
    given = "\n".join(
        [
            turn("user", "How long is the warranty?"),
            "{broken",
            turn("assistant", "Your warranty lasts 24 months."),
            turn("robot", "secret words"),
            turn("assistant", "Your warranty lasts 12 months."),
        ]
    )

    answer = run(tmp_path, "monitor", given=given)

    [certificate] = events(answer.stdout)
    assert certificate["conversation"] == "c1"
    assert [event["line"] for event in events(answer.stderr) if event["event"] == "bad_line"] == [2, 4]
    assert "secret words" not in answer.stderr
    assert "warranty" not in answer.stderr
    assert answer.returncode == 0


def test_the_same_input_given_twice_changes_neither_archive_nor_certificates(tmp_path):
    given = "\n".join([turn("assistant", "The shop is open."), turn("assistant", "The shop is not open.")])

    first, second = run(tmp_path, "monitor", given=given), run(tmp_path, "monitor", given=given)

    assert first.stdout == second.stdout
    assert archived(tmp_path) == [("c1", 0), ("c1", 1)]


def test_what_a_person_typed_is_over_when_the_process_ends(tmp_path):
    run(tmp_path, "monitor", "--plain", given="assistant: Your warranty lasts 24 months.\n")

    answer = run(tmp_path, "monitor", "--plain", given="assistant: Your warranty lasts 12 months.\n")

    assert answer.stdout == ""


def test_turns_over_http_are_judged_and_counted_and_sigterm_ends_cleanly(tmp_path):
    monitor = start(tmp_path, "monitor", "--http", "127.0.0.1:0")
    url = json.loads(wait_for(monitor.stderr, "monitor_started"))["ingest"].removesuffix("/v1/turns")
    while httpx.get(f"{url}/health/ready").status_code != 200:
        time.sleep(0.1)

    bodies = [json.loads(turn("assistant", f"Your warranty lasts {months} months.")) for months in (24, 12)]
    answer = httpx.post(f"{url}/v1/turns", json=bodies, timeout=30)
    metrics = httpx.get(f"{url}/metrics").text
    monitor.send_signal(signal.SIGTERM)
    said, log = monitor.communicate()

    assert answer.status_code == 202
    assert [taken["outcome"] for taken in answer.json()["turns"]] == ["recorded", "recorded"]
    assert 'skg_certificates_total{assistant="default"' in metrics
    assert '"c1"' not in metrics
    assert len(events(said)) == 1
    assert events(log)[-1]["event"] == "monitor_stopped"
    assert monitor.returncode == 0


def test_an_address_open_to_the_network_is_refused_without_a_token(tmp_path):
    answer = run(tmp_path, "monitor", "--http", "0.0.0.0:0")

    assert answer.returncode == 2
    assert "SKG_HTTP_TOKEN" in answer.stderr


def test_a_second_monitor_on_the_same_data_is_refused(tmp_path):
    first = start(tmp_path, "monitor")
    wait_for(first.stderr, "monitor_started")

    second = run(tmp_path, "monitor")
    first.communicate()

    assert second.returncode == 2
    assert "in use by another process" in second.stderr


def test_a_followed_file_survives_kill_9_at_several_points(tmp_path):
    source = tmp_path / "turns.jsonl"
    rows = [
        turn(
            "assistant",
            f"Your warranty lasts {number % 7 + 2} months.",
            conversation=f"c{number % 3}",
            index=number // 3,
            at=f"2026-01-01T00:{number:02}:00Z",
        )
        for number in range(36)
    ]
    source.write_text("\n".join(rows) + "\n")
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    for folder in (whole, killed):
        folder.mkdir()

    expected = play(whole, source, stops=())
    found = play(killed, source, stops=(1, 9, 17, 30))

    assert len(expected) > 10
    assert found == expected
    assert durable(killed) == durable(whole)


def play(folder, source, stops):
    """Follow the file, killed once that many turns are recorded each time, then to its end; return certificate ids."""
    with (folder / "certificates.jsonl").open("a") as out:
        for wanted in (*stops, 36):
            monitor = start(folder, "monitor", "--follow", str(source), out=out, SKG_BATCH_TURNS="1")
            wait_for(monitor.stderr, "monitor_started")
            while recorded(folder) < wanted and monitor.poll() is None:
                time.sleep(0.002)
            if wanted < 36:
                os.kill(monitor.pid, signal.SIGKILL)
            while wanted == 36 and len(archived(folder)) < wanted and monitor.poll() is None:
                time.sleep(0.02)
            monitor.send_signal(signal.SIGTERM)
            monitor.communicate()
    return {event["certificate_id"] for event in events((folder / "certificates.jsonl").read_text())}


def recorded(folder):
    path = folder / "data" / "ledger.db"
    if not path.exists():
        return 0
    with sqlite3.connect(path) as ledger:
        try:
            return ledger.execute("SELECT count(*) FROM ledger WHERE key NOT LIKE 'outbox%'").fetchone()[0]
        except sqlite3.OperationalError:
            return 0


def durable(folder):
    """Return what ledger and archive hold, but for the clock's times of storing."""
    with sqlite3.connect(folder / "data" / "ledger.db") as ledger:
        records = dict(ledger.execute("SELECT key, value FROM ledger"))
    with sqlite3.connect(folder / "data" / "archive.db") as archive:
        tables = [
            row[0] for row in archive.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        ]
        columns = {name: [row[1] for row in archive.execute(f"PRAGMA table_info({name})")] for name in tables}
        wanted = {name: ", ".join(column for column in columns[name] if column != "stored_at") for name in tables}
        return records, {
            name: sorted(map(repr, archive.execute(f"SELECT {wanted[name]} FROM {name}")))  # noqa: S608
            for name in tables
        }
