"""With redaction on, nothing behind the annotators holds what was redacted: no topic, store, archive, log or metric."""

from pathlib import Path

import msgspec
import pytest

from alerts.archive import CertificateFilter, open_archive
from schemas.codec import encode_json
from schemas.topics import ANNOTATIONS, CERTIFICATES, LEDGER, RECORDS, TURNS
from schemas.turn import Role, Turn
from stream.kafka.topics import topic_name
from stream.settings import RedactionMode
from tests.broker.chaos.topics import drained, read_all
from tests.broker.chaos.workers import REAL, Worker, running
from tests.broker.fixtures import installed_on
from tests.broker.sending import producer

pytestmark = pytest.mark.slow

SECRETS = (
    "mara.lindqvist@example.org",
    "+44 20 7946 0958",
    "4111 1111 1111 1111",
    "DE89 3704 0044 0532 0130 00",
    "203.0.113.77",
    "ghp_0123456789abcdefghijABCDEFGHIJ456789",
    "GB29 NWBK 6016 1331 9268 19",
)
SAID = (
    f"My mail address is {SECRETS[0]} and my phone number is {SECRETS[1]}.",
    f"I paid with card {SECRETS[2]}; the account is {SECRETS[3]}.",
    f"The server is at {SECRETS[4]} and the token is {SECRETS[5]}.",
)


def test_no_original_is_kept_and_a_contradiction_about_one_is_still_seen(broker, tmp_path):
    url = f"sqlite:///{tmp_path / 'archive.db'}"
    settings = msgspec.structs.replace(
        installed_on(broker, tmp_path, archive_url=url),
        redaction=RedactionMode.PATTERNS,
        redaction_key="a key of the tests alone",
    )
    worker = Worker(settings, tmp_path, program=REAL)

    with running(worker):
        send(settings, *SAID)
        drained(settings)
        metrics = worker.metrics()
        worker.terminate()

    written = {str(path): path.read_bytes() for path in Path(tmp_path).rglob("*") if path.is_file()}
    written = {name: data for name, data in written.items() if "/broker/" not in name}
    for topic in (ANNOTATIONS, RECORDS, CERTIFICATES, LEDGER):
        for number, message in enumerate(read_all(settings, topic)):
            written[f"{topic.name} {number}"] = (message.key or b"") + (message.value or b"")
    written["metrics"] = metrics.encode()
    assert len(written) > len(SAID)
    assert [(name, secret) for name, data in written.items() for secret in spellings() if secret in data] == []
    assert [(one.kind.value, one.earlier.turn, one.later.turn) for one in archived(url)] == [("contradiction", 3, 4)]


def send(settings, *texts):
    told = [*texts, f"Your account number is {SECRETS[3]}.", f"Your account number is {SECRETS[-1]}."]
    with producer(settings) as sending:
        for number, text in enumerate(told):
            turn = Turn(conversation="c1", role=Role.ASSISTANT, text=text, index=number)
            sending.send(topic_name(settings, TURNS), key=b"c1", value=encode_json(turn))


def spellings():
    return [secret.encode() for secret in SECRETS] + [secret.replace(" ", "").encode() for secret in SECRETS]


def archived(url):
    archive = open_archive(url)
    try:
        return archive.certificates(CertificateFilter())
    finally:
        archive.close()
