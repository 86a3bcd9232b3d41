"""`skg demo` as a real program."""

import re
import signal

import httpx
import pytest

from stream.demo.samples import load_samples
from tests.stream.commands.programs import run, start, wait_for

pytestmark = pytest.mark.slow


def test_played_once_it_shows_every_conversation_and_ends_well(tmp_path):
    answer = run(tmp_path, "demo", "--once", "--speed", "100")

    assert answer.returncode == 0, answer.stderr
    assert "\x1b" not in answer.stdout
    assert [sample.id for sample in load_samples() if f" {sample.id}" not in answer.stdout] == []
    assert re.search(r"Metrics: http://127\.0\.0\.1:\d+/metrics", answer.stdout.splitlines()[0])
    assert answer.stdout.count("/metrics") == 1, "an address that is gone with the program is named at its end"
    assert re.search(r"Archive +sqlite:///.+archive\.db", answer.stdout)
    assert "● contradiction" in answer.stdout


def test_otherwise_it_serves_metrics_until_it_is_interrupted(tmp_path):
    demo = start(tmp_path, "demo", "--speed", "100", "--data-dir", str(tmp_path / "kept"))
    address = wait_for(demo.stdout, "Metrics: ").rsplit(" ", 1)[-1].strip()
    wait_for(demo.stdout, "until Ctrl-C")

    metrics = httpx.get(address).text
    demo.send_signal(signal.SIGINT)
    demo.communicate()

    assert 'skg_live_conversations{assistant="cafe-assistant",assistant_version="2.1"} 1.0' in metrics
    assert demo.returncode == 0
    assert (tmp_path / "kept" / "archive.db").exists()
