"""One pipeline, two runners: embedded and on Kafka, conversations give the same certificates, byte for byte."""

from collections import defaultdict

import pytest

from schemas.codec import encode_json
from schemas.topics import CERTIFICATES
from stream.composition import load_engine
from stream.demo.samples import interleaved, load_samples
from stream.ledger.memory import MemoryLedger
from stream.metrics import Metrics
from stream.outbox import Outbox
from stream.policies import load_policies
from stream.producer import TurnProducer
from stream.runner import Limits, Runner
from stream.settings import Settings
from tests.broker.chaos.topics import drained, read_all
from tests.broker.chaos.workers import REAL, Worker, running
from tests.broker.fixtures import installed_on
from tests.stream.fakes import NOON, FakeArchive, Remembering

pytestmark = pytest.mark.slow


def test_both_runners_issue_the_same_certificates(broker, tmp_path):
    turns = list(interleaved(load_samples(), at_once=5))
    expected = embedded(turns)
    settings = installed_on(broker, tmp_path, archive_url=f"sqlite:///{tmp_path / 'archive.db'}", encoder="minilm")
    worker = Worker(settings, tmp_path, program=REAL)

    with running(worker):
        with TurnProducer(settings) as producer:
            for turn in turns:
                producer.send(turn)
        drained(settings)
        worker.terminate()

    assert len(expected) >= 5
    assert by_conversation(read_all(settings, CERTIFICATES)) == expected


def embedded(turns):
    """Return the certificates of each conversation, as one process writes them, in order."""
    ledger, metrics, seen = MemoryLedger(), Metrics(), Remembering()
    engine = load_engine(Settings(), load_policies(""))
    runner = Runner(engine, ledger, Outbox(ledger, FakeArchive(), [seen], metrics), metrics, Limits())
    runner.process(turns, NOON)
    found = defaultdict(list)
    for record in seen.records:
        for certificate in record.certificates:
            found[record.conversation].append(encode_json(certificate))
    return dict(found)


def by_conversation(messages):
    found = defaultdict(list)
    for message in messages:
        found[message.key.decode()].append(message.value)
    return dict(found)
