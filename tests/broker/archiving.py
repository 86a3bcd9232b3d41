"""An archiver beside a test: what is sent to its topics, and when it has stored all of it."""

import time
from contextlib import contextmanager
from threading import Event, Thread

import msgspec
from kafka import KafkaConsumer, KafkaProducer, TopicPartition

from alerts.archive import CertificateFilter, ConversationFilter
from schemas.codec import encode_json
from schemas.finding import Certificate
from schemas.topics import CERTIFICATES, RECORDS
from stream.kafka.archiver import run_archiver
from stream.kafka.connection import Connection
from stream.kafka.topics import topic_name
from stream.kafka.wire import KIND, conversation_key, partition_of
from stream.metrics import Metrics
from stream.worker.status import Status, StatusFile
from tests.alerts.records import certificate, first_record, second_record

DEADLINE_S = 60.0
WANTED = CertificateFilter(limit=10_000)


def until(condition, seconds=DEADLINE_S):
    """Wait until a condition holds, and return what it gave."""
    deadline = time.monotonic() + seconds
    while not (answer := condition()):
        assert time.monotonic() < deadline, "what was waited for did not happen"
        time.sleep(0.05)
    return answer


class Running:
    """An archiver in a thread."""

    def __init__(self, settings, folder):
        self.metrics = Metrics()
        self._settings = settings
        self._stop = Event()
        self._file = StatusFile(folder / "status.json")
        self._thread = Thread(target=run_archiver, args=(settings, self._stop, self.metrics, self._file))
        self._thread.start()

    @property
    def status(self):
        return StatusFile.read(self._file.path) or Status(role="archive")

    def stop(self):
        self._stop.set()
        self._thread.join(DEADLINE_S)
        assert not self._thread.is_alive()

    def metric(self, line):
        """Return the value of the sample that begins with these words."""
        found = [text for text in self.metrics.exposition().decode().splitlines() if text.startswith(f"{line} ")]
        return float(found[0].split()[-1]) if found else 0.0


@contextmanager
def archiver(settings, folder):
    """Run an archiver meanwhile."""
    folder.mkdir(exist_ok=True)
    running = Running(settings, folder)
    try:
        yield running
    finally:
        running.stop()


@contextmanager
def topics(settings):
    """Give a function that sends values as the judge does, and returns when the broker has them."""
    producer = KafkaProducer(**Connection.of(settings).client(), acks="all")

    def send(*values):
        sent = []
        for value in values:
            topic = CERTIFICATES if isinstance(value, Certificate) else RECORDS
            key = conversation_key(value.tenant, value.conversation)
            sent.append(put(topic, encode_json(value), type(value).__name__, key, settings.partitions))
        producer.flush()
        for future in sent:
            future.get()

    def put(topic, raw, kind, key=b"talk", partitions=1):
        headers = [(KIND, kind.encode())]
        partition = partition_of(key, partitions)
        return producer.send(topic_name(settings, topic), raw, key=key, headers=headers, partition=partition)

    send.raw = put
    yield send
    producer.close()


def unread(settings):
    """Return how many messages of both topics the group has not committed."""
    consumer = KafkaConsumer(**Connection.of(settings).client(), group_id=f"{settings.app_id}-archive")
    places = [
        TopicPartition(topic_name(settings, topic), number)
        for topic in (RECORDS, CERTIFICATES)
        for number in range(settings.partitions)
    ]
    ends = consumer.end_offsets(places)
    left = sum(end - (consumer.committed(place) or 0) for place, end in ends.items())
    consumer.close(autocommit=False)
    return left


def conversation(number, turns=6):
    """Return the records of a conversation, one of them with a certificate."""
    name = f"talk {number}"
    made = []
    for slot in range(turns):
        template = second_record() if slot == 3 else first_record()
        claims = tuple(msgspec.structs.replace(claim, key=f"{slot}.0") for claim in template.claims)
        proofs = (proof(name),) if slot == 3 else ()
        made.append(
            msgspec.structs.replace(
                template,
                conversation=name,
                slot=slot,
                position=slot,
                turn_id=f"t{slot}",
                claims=claims,
                certificates=proofs,
            )
        )
    return made


def proof(name):
    (claim,) = second_record().claims
    found = certificate(claim, claim)
    return msgspec.structs.replace(found, conversation=name, certificate_id=f"{found.certificate_id} of {name}")


def stored(archive):
    """Return what an archive holds: turns of each conversation, and the ids of certificates."""
    turns = {row.conversation: row.turns for row in archive.conversations(ConversationFilter(limit=10_000))}
    return turns, len(archive.certificates(WANTED))
