"""`skg` with claims from a language model and with claims that are given, as a team uses it."""

from __future__ import annotations

import json

import httpx
import pytest

from tests.llm_server import by_text, claim, serving
from tests.stream.commands.programs import run, start, wait_for
from tests.stream.worker.programs import until

pytestmark = pytest.mark.slow

FIRST, SECOND = "Die Garantie dauert vierundzwanzig Monate.", "Die Garantie dauert nur zwölf Monate."
ENGLISH = "The battery lasts 9 hours."
SAYS = by_text(
    {
        FIRST: claim(FIRST, "warranty", "last", "24 months", property_type="EXCLUSIVE"),
        SECOND: claim(SECOND, "warranty", "last", "12 months", property_type="EXCLUSIVE"),
    }
)


def settings(server):
    return {"SKG_LLM_BASE_URL": server.url, "SKG_LLM_MODEL": "small", "SKG_LLM_API_KEY": "secret"}


def post(url, number, text):
    turn = {"conversation": "c", "role": "assistant", "text": text, "index": number}
    assert httpx.post(f"{url}/v1/turns", json=turn, timeout=60).status_code < 300


def test_a_model_is_read_with_shown_and_counted_and_may_go_away(tmp_path):
    with serving(SAYS) as server:
        more = {"SKG_LLM_PRICES": "small=1000/1000", "SKG_LLM_RETRIES": "0", "SKG_LLM_TIMEOUT": "5"}
        monitor = start(tmp_path, "monitor", "--http", "127.0.0.1:0", "--json", **settings(server), **more)
        try:
            line = wait_for(monitor.stderr, "monitor_started")
            url = json.loads(line)["metrics"].removesuffix("/metrics") if line.startswith("{") else _url(line)
            until(lambda: httpx.get(f"{url}/health/ready", timeout=10).status_code, lambda code: code == 200)
            post(url, 0, FIRST)
            post(url, 1, SECOND)
            assert json.loads(monitor.stdout.readline())["later"]["sentence"] == SECOND
            server.close()
            for number in range(2, 7):
                post(url, number, f"{ENGLISH} {number}")
            shown = httpx.get(f"{url}/metrics", timeout=10).text
        finally:
            monitor.terminate()
            monitor.wait(30)
    who = 'assistant="default",assistant_version=""'
    assert f"skg_llm_cost_total{{{who}}} 0.24" in shown
    assert f'skg_llm_calls_total{{{who},ended="unreachable"}} 3.0' in shown
    assert 'skg_degraded_turns_total{reason="llm_unavailable"} 5.0' in shown
    assert "skg_llm_breaker_open 1.0" in shown
    board = json.loads(run(tmp_path, "graph", "c", "--json").stdout)
    assert "warranty" in json.dumps(board)
    assert "battery" in json.dumps(board)
    assert board["conflicts"]


def _url(line):
    return next(word for word in line.replace("=", " ").split() if word.endswith("/metrics")).removesuffix("/metrics")


def written(folder, name, *rows):
    path = folder / name
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


TALK = {"id": "w", "turns": [{"role": "assistant", "text": FIRST}, {"role": "assistant", "text": SECOND}]}
LASTS = {"subject": "the warranty", "relation": "lasts"}


def test_claims_beside_a_conversation_are_used_as_they_are(tmp_path):
    claims = written(
        tmp_path,
        "claims.jsonl",
        {"id": "w", "turn": 0, "claims": [LASTS | {"object": "24 months", "sentence": FIRST}]},
        {"id": "w", "turn": 1, "claims": [LASTS | {"object": "12 months", "property_type": "EXCLUSIVE"}]},
    )

    answer = run(tmp_path, "score", written(tmp_path, "in.jsonl", TALK), "--claims", claims, "--jobs", "1")

    assert (answer.returncode, answer.stderr) == (0, "")
    (finding,) = json.loads(answer.stdout)["findings"]
    assert (finding["detector"], finding["earlier_turn"], finding["later_turn"]) == ("numeric_mismatch", 0, 1)


def test_a_turn_without_claims_and_claims_without_a_turn_are_told(tmp_path):
    claims = written(
        tmp_path, "claims.jsonl", {"id": "w", "turn": 0, "claims": []}, {"id": "w", "turn": 7, "claims": []}
    )

    answer = run(tmp_path, "score", written(tmp_path, "in.jsonl", TALK), "--claims", claims, "--jobs", "1")

    assert answer.returncode == 1
    assert "line 1: turn 1: not read (extractor given: the turn has no `claims`" in answer.stderr
    assert "claims of turn 7 of conversation w: there is no such turn" in answer.stderr


def test_a_claim_that_is_none_is_told_with_line_and_field(tmp_path):
    claims = written(
        tmp_path,
        "claims.jsonl",
        {"id": "w", "turn": 0, "claims": []},
        {"id": "w", "turn": 1, "claims": [{"subject": "x", "relation": "is"}]},
    )

    answer = run(tmp_path, "score", written(tmp_path, "in.jsonl", TALK), "--claims", claims)

    assert answer.returncode == 2
    assert answer.stderr == f"skg: {claims}, line 2: field `claims[0].object`: is missing\n"


def test_the_doctor_asks_the_model(tmp_path):
    with serving(SAYS) as server:
        answer = run(tmp_path, "doctor", **settings(server), COLUMNS="200")

    assert answer.returncode == 0, answer.stdout
    assert "small answers, 0 claims" in answer.stdout
    assert len(server.requests) == 1
