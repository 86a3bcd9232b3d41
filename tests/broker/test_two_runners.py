"""One pipeline, two runners: embedded and on Kafka, conversations give the same certificates, byte for byte."""

from collections import defaultdict

import pytest

from schemas.codec import encode_json
from schemas.metrics import METRICS, WHO, MetricKind
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
from tests.broker.chaos.topics import drained, read_all, until
from tests.broker.chaos.workers import REAL, Worker, running
from tests.broker.fixtures import installed_on
from tests.stream.fakes import NOON, FakeArchive, Remembering
from tests.stream.samples import samples

pytestmark = pytest.mark.slow
NAMES = [
    f"{metric.name}{part}"
    for metric in METRICS
    for part in (("_count", "_bucket") if metric.kind is MetricKind.HISTOGRAM else ("",))
    if set(WHO) <= set(metric.labels)
]


def test_both_runners_issue_the_same_certificates_and_count_the_same(broker, tmp_path):
    turns = list(interleaved(load_samples(), at_once=5))
    expected, counted = embedded(turns)
    settings = installed_on(broker, tmp_path, archive_url=f"sqlite:///{tmp_path / 'archive.db'}", encoder="minilm")
    worker = Worker(settings, tmp_path, program=REAL)

    with running(worker):
        with TurnProducer(settings) as producer:
            for turn in turns:
                producer.send(turn)
        drained(settings)
        until(lambda: of_assistants(worker.metrics()) == counted, found=lambda: difference(worker.metrics(), counted))
        worker.terminate()

    assert len(expected) >= 5
    assert by_conversation(read_all(settings, CERTIFICATES)) == expected


def embedded(turns):
    """Return the certificates of each conversation, as one process writes them, in order, and what it counts."""
    ledger, metrics, seen = MemoryLedger(), Metrics(), Remembering()
    engine = load_engine(Settings(), load_policies(""))
    runner = Runner(engine, ledger, Outbox(ledger, FakeArchive(), [seen], metrics), metrics, Limits())
    runner.process(turns, NOON)
    found = defaultdict(list)
    for record in seen.records:
        for certificate in record.certificates:
            found[record.conversation].append(encode_json(certificate))
    return dict(found), of_assistants(metrics.exposition().decode())


def of_assistants(text):
    """Return every sample that is an assistant's, to six digits: workers add in another order."""
    return {
        (name, labels): round(value, 6)
        for name in NAMES
        for labels, value in samples(text, name).items()
        if WHO[0] in dict(labels)
    }


def difference(text, counted):
    """Return what differs, sorted."""
    return sorted(set(of_assistants(text).items()) ^ set(counted.items()))


def by_conversation(messages):
    found = defaultdict(list)
    for message in messages:
        found[message.key.decode()].append(message.value)
    return dict(found)
