"""The judging agent on its own: what it waits for when something crashes between ledger and topics."""

import asyncio
import weakref
from types import SimpleNamespace

import msgspec
import pytest
from faust import streams

from schemas.annotation import Annotation
from schemas.codec import encode_msgpack
from schemas.topics import ANNOTATIONS
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


def test_a_crash_after_the_record_is_written_still_waits_until_the_record_is_safe(installation, tmp_path):
    settings = msgspec.structs.replace(installation, store=Store.MEMORY)
    metrics = Metrics()
    context = ChildContext(
        role="judge",
        number=0,
        settings=settings,
        folder=tmp_path,
        metrics=metrics,
        status=StatusFile(tmp_path / "status.json"),
    )

    async def sends():
        agent = JudgingAgent(context, Stray())
        event = annotated(settings)
        agent._ledger._table._verified_source_topics_for_partitions.add(event.message.topic)  # no consumer runs here
        streams._current_event.set(weakref.ref(event))
        return await agent._handle(event)

    (record,) = asyncio.run(sends())

    assert not record.done()
    assert record.message.key == b"\x1fc\x1f0\x1f0"
    assert 'skg_undecodable_total{reason="judge_crashed"} 1.0' in metrics.exposition().decode()
