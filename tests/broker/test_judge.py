"""The judging agent on its own: what it waits for when something fails between ledger and topics."""

import asyncio
import weakref
from types import SimpleNamespace

import msgspec
import pytest
from aiokafka.errors import KafkaTimeoutError, MessageSizeTooLargeError
from faust import streams
from faust.exceptions import ProducerSendError

from schemas.annotation import Annotation
from schemas.codec import encode_msgpack
from schemas.topics import ANNOTATIONS, RECORDS
from schemas.turn import Role, Turn
from stream.kafka.judge import JudgingAgent
from stream.kafka.topics import topic_name
from stream.kafka.wire import KIND
from stream.metrics import Metrics
from stream.settings import Store
from stream.worker.context import ChildContext
from stream.worker.status import StatusFile
from tests.broker.cheap import ChainEngine

pytestmark = pytest.mark.slow


class Stray(ChainEngine):
    """Judges, and hands out a certificate that cannot be sent."""

    def judge(self, session, annotation):
        return msgspec.structs.replace(super().judge(session, annotation), certificates=("stray",))


class Event(SimpleNamespace):
    """A message as Faust hands it over."""


def annotated(settings):
    turn = Turn(conversation="c", role=Role.USER, text="hello", turn_id="1")
    (annotation,) = ChainEngine().annotate([turn])
    message = SimpleNamespace(
        topic=topic_name(settings, ANNOTATIONS), partition=0, offset=0, timestamp=1.0, value=encode_msgpack(annotation)
    )
    return Event(headers={KIND: Annotation.__name__.encode()}, message=message)


@pytest.fixture
def context(installation, tmp_path):
    return ChildContext(
        role="judge",
        number=0,
        settings=msgspec.structs.replace(installation, store=Store.MEMORY),
        folder=tmp_path,
        metrics=Metrics(),
        status=StatusFile(tmp_path / "status.json"),
    )


def handled(context, engine, records=None):
    """Return what is to be waited for after one message; `records` takes the place of their topic."""

    async def sends():
        agent = JudgingAgent(context, engine)
        if records is not None:
            agent._topics[RECORDS] = records
        event = annotated(context.settings)
        agent._ledger._table._verified_source_topics_for_partitions.add(event.message.topic)  # no consumer runs here
        streams._current_event.set(weakref.ref(event))
        return await agent._handle(event)

    return asyncio.run(sends())


def crashes(context):
    (line,) = [line for line in context.metrics.exposition().decode().splitlines() if 'reason="judge_crashed"' in line]
    return float(line.rpartition(" ")[2])


class Refusing:
    """A topic that takes nothing, and says so at once."""

    def __init__(self, reason):
        self._reason = reason

    async def send(self, **_):
        raise ProducerSendError("refused") from self._reason


def test_a_crash_after_the_record_is_written_still_waits_until_the_record_is_safe(context):
    (record,) = handled(context, Stray())

    assert not record.done()
    assert record.message.key == b"\x1fc\x1f0\x1f0"
    assert crashes(context) == 1


def test_a_send_that_fails_at_once_is_no_crash_that_is_passed_over(context):
    _, sent = handled(context, ChainEngine(), Refusing(KafkaTimeoutError()))

    assert isinstance(sent.exception(), ProducerSendError)
    assert crashes(context) == 0


def test_what_is_too_large_for_its_topic_does_not_come_again_for_ever(context):
    (record,) = handled(context, ChainEngine(), Refusing(MessageSizeTooLargeError()))

    assert record.message.key == b"\x1fc\x1f0\x1f0"
    assert crashes(context) == 1
