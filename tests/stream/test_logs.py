"""What the logs hold, and what they never do."""

import json
import logging
import sys
from contextlib import suppress
from pathlib import Path

import pytest
import structlog

from stream.errors import SettingsError
from stream.logs import configure_logs


@pytest.fixture
def logged(capsys):
    """Give a function that logs and returns the events; leave logging as it was."""
    before = (logging.root.handlers[:], logging.root.level)

    def events(act):
        configure_logs("info", child="judge-0")
        act()
        return [json.loads(line) for line in capsys.readouterr().err.splitlines()]

    yield events

    logging.root.handlers[:], level = before
    logging.root.setLevel(level)
    structlog.reset_defaults()


def test_what_a_client_says_of_its_broker_is_logged(logged):
    [event] = logged(lambda: logging.getLogger("aiokafka.conn").warning("Unable to connect to %s", "127.0.0.1:9092"))

    assert event["message"] == "Unable to connect to 127.0.0.1:9092"
    assert (event["library"], event["child"]) == ("aiokafka.conn", "judge-0")


def test_a_line_that_a_full_disk_does_not_take_stops_nobody(logged, monkeypatch):
    with Path("/dev/full").open("w") as full:
        monkeypatch.setattr(sys, "stderr", full)
        logged(lambda: structlog.get_logger().error("ledger_failed"))
        monkeypatch.undo()
        with suppress(OSError):
            full.close()


def test_that_a_password_goes_in_the_clear_is_logged_once(logged):
    def connect_twice():
        for client in ("aiokafka.conn", "kafka.sasl.plain", "kafka.sasl.plain"):
            logging.getLogger(client).warning("Sending username and password in the clear")

    [event] = logged(connect_twice)

    assert event["message"] == "Sending username and password in the clear"


def test_words_of_a_library_that_may_quote_a_message_are_left_out(logged):
    [event] = logged(lambda: logging.getLogger("faust.topics").warning("_on_published error for %s", "secret words"))

    assert (event["event"], event["library"]) == ("library_warned", "faust.topics")
    assert "secret" not in json.dumps(event)


def test_of_an_exception_only_the_type_is_told(logged):
    error = ValueError("secret words")

    [event] = logged(lambda: logging.getLogger("asyncio").error("Task failed", exc_info=error))

    assert event["error"] == "ValueError"
    assert "secret" not in json.dumps(event)


def test_what_is_less_than_a_warning_is_not_passed_on(logged):
    assert logged(lambda: logging.getLogger("aiokafka").info("joined")) == []


def test_a_level_that_there_is_not_is_refused():
    with pytest.raises(SettingsError, match="loud is none of debug, info, warning, error"):
        configure_logs("loud")
