"""Who reads turns, as settings say; and that what was read first stays the truth."""

from __future__ import annotations

import subprocess
import sys

import msgspec
import pytest
from starlette.responses import JSONResponse
from structlog.testing import capture_logs

from schemas.codec import encode_msgpack
from schemas.given import GivenClaim
from schemas.metrics import LABEL_VALUES
from skgeval.annotation.extraction.llm.errors import Outcome
from skgeval.annotation.extraction.llm.options import OnFailure, Price
from stream.composition import load_engine
from stream.errors import SettingsError
from stream.hiding import HIDDEN
from stream.ledger.memory import MemoryLedger
from stream.metrics import Metrics
from stream.monitor import Monitor
from stream.outbox import Outbox
from stream.policies import load_policies
from stream.reading import MetricsMeter, Watch, llm_options
from stream.receipt import Outcome as Received
from stream.redaction import load_redactor
from stream.runner import Limits, Runner
from stream.settings import RedactionMode, Settings, load_settings
from tests.llm_server import by_text, claim, completion, serving
from tests.stream.fakes import NOON, said

ENDPOINT = {"SKG_LLM_BASE_URL": "http://127.0.0.1:1/v1", "SKG_LLM_MODEL": "m", "SKG_LLM_API_KEY": "secret"}
KEY = "sk-of-this-test-alone"
TEXT = "The warranty lasts 24 months."


def test_three_variables_make_a_model_read():
    settings = load_settings(ENDPOINT)

    assert settings.reader() == "llm"
    assert llm_options(settings).on_failure is OnFailure.FALLBACK
    assert settings.shown()["llm_api_key"] == HIDDEN
    assert Settings().reader() == "local"
    assert load_settings({**ENDPOINT, "SKG_EXTRACTOR": "local"}).reader() == "local"


def test_a_key_may_be_in_a_file(tmp_path):
    (tmp_path / "key").write_text("secret\n")

    assert load_settings({"SKG_LLM_API_KEY_FILE": str(tmp_path / "key")}).llm_api_key == "secret"


def test_the_price_of_the_model_at_hand_is_taken():
    settings = load_settings({**ENDPOINT, "SKG_LLM_PRICES": "n=1/2, m=0.15/0.60", "SKG_LLM_BUDGET_PER_HOUR": "5"})

    assert llm_options(settings).price == Price(input=0.15, output=0.60)
    assert Price(input=0.15, output=0.60).cost(1_000_000, 500_000) == pytest.approx(0.45)


@pytest.mark.parametrize(
    ("told", "field"),
    [
        ({"SKG_EXTRACTOR": "llm", "SKG_LLM_MODEL": "m"}, "llm_base_url"),
        ({"SKG_LLM_BASE_URL": "http://x/v1"}, "llm_model"),
        ({**ENDPOINT, "SKG_LLM_BASE_URL": "x/v1"}, "llm_base_url"),
        ({**ENDPOINT, "SKG_LLM_PRICES": "m"}, "llm_prices"),
        ({**ENDPOINT, "SKG_LLM_PRICES": "m=1/-1"}, "llm_prices"),
        ({**ENDPOINT, "SKG_LLM_PRICES": "m=nan/1"}, "llm_prices"),
        ({**ENDPOINT, "SKG_LLM_PRICES": "m=inf/1"}, "llm_prices"),
        ({**ENDPOINT, "SKG_LLM_PRICES": "m=1/1e999"}, "llm_prices"),
        ({**ENDPOINT, "SKG_LLM_PRICES": "m=1/2", "SKG_LLM_BUDGET_PER_HOUR": "nan"}, "llm_budget_per_hour"),
        ({**ENDPOINT, "SKG_LLM_PRICES": "m=1/2", "SKG_LLM_BUDGET_PER_HOUR": "inf"}, "llm_budget_per_hour"),
        ({**ENDPOINT, "SKG_LLM_BASE_URL": "http://"}, "llm_base_url"),
        ({**ENDPOINT, "SKG_LLM_BASE_URL": "http://host:port/v1"}, "llm_base_url"),
        ({**ENDPOINT, "SKG_LLM_BASE_URL": "http://[::1/v1"}, "llm_base_url"),
        ({**ENDPOINT, "SKG_LLM_BASE_URL": "https://me:secret@host/v1"}, "llm_base_url"),
        ({**ENDPOINT, "SKG_LLM_API_KEY": "two words"}, "llm_api_key"),
        ({**ENDPOINT, "SKG_LLM_API_KEY": "one\ntwo"}, "llm_api_key"),
        ({**ENDPOINT, "SKG_LLM_API_KEY": "ключ"}, "llm_api_key"),
        ({**ENDPOINT, "SKG_LLM_BUDGET_PER_HOUR": "5"}, "llm_prices"),
    ],
)
def test_what_is_missing_or_wrong_is_named(told, field):
    with pytest.raises(SettingsError) as refused:
        llm_options(load_settings(told))

    assert refused.value.field in {field, f"SKG_{field.upper()}"}
    assert "secret" not in str(refused.value)
    assert "ключ" not in str(refused.value)


def test_the_ends_of_calls_in_metrics_are_those_there_are():
    uncalled = {Outcome.HELD_BACK, Outcome.OVER_BUDGET}

    assert set(LABEL_VALUES["ended"]) == {outcome.value for outcome in Outcome} - {one.value for one in uncalled}


class KeptArchive:
    """Keeps every record it is given, again and again."""

    def __init__(self):
        self.records = []

    def store(self, *records):
        self.records.extend(records)

    def store_summary(self, summary):
        del summary


@pytest.fixture
def played(tmp_path):
    """Give a runner with a model's extractor, its server, its archive and its metrics."""
    with serving(by_text({TEXT: claim(TEXT, "warranty", "last", "24 months")})) as server:
        settings = Settings(
            llm_base_url=server.url,
            llm_model="m",
            llm_retries=0,
            llm_api_key=KEY,
            llm_prices=("m=1000/500",),
            data_dir=str(tmp_path),
            encoder="hash",
        )
        metrics, archive, ledger = Metrics(), KeptArchive(), MemoryLedger()
        engine = load_engine(settings, load_policies(""), Watch(meter=MetricsMeter(metrics)))
        yield Runner(engine, ledger, Outbox(ledger, archive, [], metrics), metrics, Limits()), server, archive, metrics


def test_the_first_recorded_annotation_is_the_truth_of_a_turn(played):
    runner, server, archive, _ = played
    turn = said("c", "assistant", TEXT, index=0)
    runner.process([turn], NOON)
    (first,) = archive.records
    server.say = lambda _turn: completion('{"claims": [], "cues": []}')

    (receipt,) = runner.process([msgspec.structs.replace(turn)], NOON)

    assert receipt.outcome is Received.DUPLICATE
    assert encode_msgpack(archive.records[-1]) == encode_msgpack(first)
    assert first.claims
    assert len(server.requests) == 1


def test_tokens_and_cost_are_counted_for_each_assistant(played):
    runner, _, _, metrics = played

    runner.process([said("c", "assistant", TEXT, index=0, assistant="shop", assistant_version="2")], NOON)
    runner.process([said("d", "assistant", TEXT, index=0, assistant="shop", assistant_version="2")], NOON)

    shown = metrics.exposition().decode()
    who = 'assistant="shop",assistant_version="2"'
    for line in (
        f'skg_llm_calls_total{{{who},ended="good"}} 1.0',
        f'skg_llm_tokens_total{{{who},direction="input"}} 100.0',
        f'skg_llm_tokens_total{{{who},direction="output"}} 20.0',
        f"skg_llm_cost_total{{{who}}} 0.11",
        f"skg_llm_kept_answers_total{{{who}}} 1.0",
        "skg_llm_budget_spent 0.11",
        "skg_llm_breaker_open 0.0",
    ):
        assert line in shown


def test_a_turn_read_otherwise_than_asked_is_counted(played):
    runner, server, archive, metrics = played
    server.say = lambda _turn: completion(None, refusal="no")

    runner.process([said("c", "assistant", TEXT, index=0)], NOON)

    assert archive.records[0].flags == ("llm_unusable",)
    assert 'skg_degraded_turns_total{reason="llm_unusable"} 1.0' in metrics.exposition().decode()


def test_a_model_without_a_price_and_a_damaged_folder_of_answers_are_told(tmp_path):
    told = Settings(llm_base_url="http://127.0.0.1:1/v1", llm_model="m", data_dir=str(tmp_path), encoder="hash")
    (tmp_path / "llm").mkdir()
    (tmp_path / "llm" / "answers.db").write_bytes(b"torn")

    with capture_logs() as logs:
        load_engine(told, load_policies(""), Watch())

    assert [line["event"] for line in logs] == ["llm_price_unknown", "llm_answers_damaged"]


def test_a_key_that_an_endpoint_echoes_is_in_no_log(played, capfd):
    runner, server, archive, metrics = played
    server.say = lambda _turn: JSONResponse({"error": {"message": f"bad key {KEY}, you said {TEXT}"}}, 401)

    with capture_logs() as logs:
        runner.process([said("c", "assistant", TEXT, index=0)], NOON)

    assert archive.records[0].flags == ("llm_unavailable",)
    written = "".join(capfd.readouterr()) + repr(logs) + repr(archive.records) + metrics.exposition().decode()
    assert KEY not in written
    assert "you said" not in written


def test_who_waits_for_a_model_is_not_stuck(tmp_path, monkeypatch):
    monitor = Monitor(Settings(data_dir=str(tmp_path), http_port=0), [])
    try:
        monitor.start(load_engine(Settings(data_dir=str(tmp_path), encoder="hash"), load_policies("")))
        monkeypatch.setattr("stream.monitor._STUCK_S", 0.0)
        meter = MetricsMeter(monitor.metrics, monitor.awaits)

        meter.waits("waits for the language model at llm.example.com")
        waiting = monitor.health()
        meter.waits("")

        assert waiting.live
        assert waiting.details["problem"] == "waits for the language model at llm.example.com"
        assert not monitor.health().live
        assert "problem" not in monitor.health().details
    finally:
        monitor.close()


def test_the_client_of_a_model_is_loaded_only_where_one_is_asked():
    code = "import sys, stream.cli, stream.composition, stream.kafka.annotate; print('openai' in sys.modules)"

    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert shown == "False\n"


def test_given_claims_are_redacted_like_the_text_they_are_of():
    redactor = load_redactor(Settings(redaction=RedactionMode.PATTERNS, redaction_key="a key for this test of ours"))
    mail = "anna@example.org"
    given = GivenClaim(subject="the address", relation="is", object=mail, sentence=f"It is {mail}.")

    turn = redactor.redact(said("c", "user", f"It is {mail}.", claims=(given,)))

    assert mail not in str(turn)
    assert turn.claims[0].sentence == turn.text
    assert turn.claims[0].object in turn.text
