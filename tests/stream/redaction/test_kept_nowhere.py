"""With redaction on, no original reaches anything that the embedded monitor or `skg score` writes."""

import json
import signal

import httpx
import pytest

from tests.stream.commands.programs import run, start, wait_for

pytestmark = pytest.mark.slow
KEY = "a key for these tests"
ORIGINALS = (
    *("anna@example.org", "bert@example.org", "212-555-0199", "212-555-0142", "4111 1111 1111 1111", "192.168.1.10"),
    *("DE89 3704 0044 0532 0130 00", "hunter2", "sk-abcDEF1234567890abcdef"),
)
CONVERSATION = [
    {"role": "user", "text": "I am anna@example.org, my card is 4111 1111 1111 1111. What is your phone number?"},
    {"role": "assistant", "text": "My phone number is 212-555-0199. My email address is anna@example.org."},
    {
        "role": "user",
        "text": "My IBAN is DE89 3704 0044 0532 0130 00, my password hunter2, my key sk-abcDEF1234567890abcdef.",
    },
    {
        "role": "assistant",
        "text": "My phone number is 212-555-0142. My email address is bert@example.org.",
        "reference": "192.168.1.10",
    },
]


def traces(data):
    """Return the originals that bytes hold, whatever blanks and dashes they are written with."""
    plain = data.decode(errors="replace").casefold()
    return [original for original in ORIGINALS if original.casefold() in plain or _bare(original) in _bare(plain)]


def _bare(text):
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def test_without_redaction_the_traces_are_found(tmp_path):
    lines = "".join(json.dumps({"conversation": "c1", **turn}) + "\n" for turn in CONVERSATION)

    answer = run(tmp_path, "monitor", given=lines)

    kept = b"".join(file.read_bytes() for file in (tmp_path / "data").rglob("*") if file.is_file())
    assert traces(answer.stdout.encode()) == ["anna@example.org", "bert@example.org"]
    assert {"212-555-0199", "4111 1111 1111 1111", "hunter2"} <= set(traces(kept))


def test_lines_leave_no_trace_in_ledger_archive_output_and_log(tmp_path):
    lines = "".join(json.dumps({"conversation": "c1", **turn}) + "\n" for turn in CONVERSATION)
    lines += '{"conversation": "c1", "role": "robot", "text": "anna@example.org"}\n'

    answer = run(
        tmp_path, "monitor", given=lines, SKG_REDACTION="patterns", SKG_REDACTION_KEY=KEY, SKG_LOG_LEVEL="debug"
    )

    certificates = [json.loads(line) for line in answer.stdout.splitlines()]
    assert [certificate["kind"] for certificate in certificates] == ["contradiction", "contradiction"]
    files = [file for file in (tmp_path / "data").rglob("*") if file.is_file()]
    assert {"ledger.db", "archive.db"} <= {file.name for file in files}
    for file in files:
        assert traces(file.read_bytes()) == [], file.name
    assert traces(answer.stdout.encode()) == []
    assert traces(answer.stderr.encode()) == []


def test_http_leaves_no_trace_in_answers_metrics_ledger_and_archive(tmp_path):
    settings = {"SKG_REDACTION": "patterns", "SKG_REDACTION_KEY": KEY}
    monitor = start(tmp_path, "monitor", "--http", "127.0.0.1:0", **settings)
    url = json.loads(wait_for(monitor.stderr, "monitor_started"))["ingest"]
    body = [{"conversation": "c1", "index": index, **turn} for index, turn in enumerate(CONVERSATION)]

    answer = httpx.post(url, json=body, timeout=60)
    metrics = httpx.get(url.replace("/v1/turns", "/metrics"), timeout=60)
    monitor.send_signal(signal.SIGTERM)
    said, logged = monitor.communicate()

    assert [turn["outcome"] for turn in answer.json()["turns"]] == ["recorded"] * 4
    assert "skg_certificates_total" in metrics.text
    files = [file.read_bytes() for file in (tmp_path / "data").rglob("*") if file.is_file()]
    for data in (answer.content, metrics.content, said.encode(), logged.encode(), *files):
        assert traces(data) == []


def test_scores_and_certificates_of_a_file_leave_no_trace(tmp_path):
    (tmp_path / "in.jsonl").write_text(json.dumps({"id": "c1", "turns": CONVERSATION}) + "\n")
    settings = {"SKG_REDACTION": "patterns", "SKG_REDACTION_KEY": KEY}

    answer = run(tmp_path, "score", "in.jsonl", "--certificates", "out.jsonl", "--jobs", "1", **settings)

    [scored] = [json.loads(line) for line in answer.stdout.splitlines()]
    assert [finding["kind"] for finding in scored["findings"]] == ["contradiction", "contradiction"]
    assert traces(answer.stdout.encode()) == []
    assert traces((tmp_path / "out.jsonl").read_bytes()) == []


@pytest.mark.parametrize("command", [["monitor"], ["score", "in.jsonl"]])
def test_redaction_without_a_key_is_told_before_anything_is_read(tmp_path, command):
    answer = run(tmp_path, *command, SKG_REDACTION="patterns")

    assert answer.returncode == 2
    assert answer.stderr.startswith("skg: settings: redaction_key: is empty")
