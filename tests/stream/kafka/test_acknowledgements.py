"""In which order messages are acknowledged, and when they are not."""

import asyncio
import re

import pytest
from aiokafka.errors import InvalidTimestampError

from stream.kafka.acknowledgements import Acknowledgements
from stream.metrics import Metrics


class Event:
    """A message that notes that it was acknowledged."""

    def __init__(self, name, done, generation=1):
        self.name = name
        self.done = done
        self.message = self
        self.generation_id = generation

    def ack(self):
        self.done.append(self.name)


class EndedError(Exception):
    """Stands for the end of the process."""


def ended():
    raise EndedError


def test_a_message_waits_for_its_sends_and_for_those_before_it():
    async def scene():
        done = []
        queue = Acknowledgements(lambda: 1, ended, Metrics())
        running = asyncio.ensure_future(queue.run())
        slow, quick = asyncio.Future(), asyncio.Future()
        await queue.add(Event("first", done), [slow])
        await queue.add(Event("second", done), [quick])
        quick.set_result(None)
        await asyncio.sleep(0.01)
        before = list(done)
        slow.set_result(None)
        await queue.drained()
        running.cancel()
        return before, done

    assert asyncio.run(scene()) == ([], ["first", "second"])


def test_a_message_of_an_earlier_generation_is_left_to_the_new_owner():
    async def scene():
        done = []
        metrics = Metrics()
        queue = Acknowledgements(lambda: 2, ended, metrics)
        running = asyncio.ensure_future(queue.run())
        await queue.add(Event("old", done, generation=1), [])
        await queue.add(Event("new", done, generation=2), [])
        await queue.drained()
        running.cancel()
        return done, metrics.exposition().decode()

    done, exposition = asyncio.run(scene())

    assert done == ["new"]
    assert "skg_stale_acknowledgements_total 1.0" in exposition


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError("no broker"), "error=OSError"),
        (InvalidTimestampError(), "timestamp of the message is out of acceptable"),
    ],
)
def test_nothing_is_acknowledged_from_a_failed_send_on_and_the_log_says_what_failed(error, told, capsys):
    async def scene():
        done = []
        queue = Acknowledgements(lambda: 1, ended, Metrics())
        running = asyncio.ensure_future(queue.run())
        failed = asyncio.Future()
        failed.set_exception(error)
        await queue.add(Event("first", done), [])
        await queue.add(Event("second", done), [failed])
        await queue.add(Event("third", done), [])
        with pytest.raises(EndedError):
            await running
        return done

    assert asyncio.run(scene()) == ["first"]
    assert told in re.sub(r"\x1b\[\d*m", "", capsys.readouterr().out)
