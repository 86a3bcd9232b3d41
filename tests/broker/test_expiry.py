"""What forgetting leaves on a real broker, and until when; what it says of an archive that it does or does not see."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from kafka.admin import ConfigResource, ConfigResourceType, KafkaAdminClient
from msgspec.structs import replace

from alerts.archive import open_archive
from schemas.session import Forget, Forgotten
from schemas.topics import ANNOTATIONS, CERTIFICATES, DEAD_LETTERS, LEDGER, RECORDS, TURNS
from stream.forgetting import forget_on_kafka
from stream.kafka.connection import Connection
from stream.kafka.expiry import copies
from stream.kafka.topics import configs_on_broker, topic_name
from tests.alerts.records import second_record
from tests.broker.archiving import archiver, topics
from tests.broker.chaos.topics import read_all, until

pytestmark = pytest.mark.slow
NOW = datetime(2026, 3, 5, 12, tzinfo=UTC)
WEEK = timedelta(days=7)
TOLD = Forgotten(conversation="talk", epoch=0, records=4)


def configure(settings, topic, **configs):
    """Set on a topic what somebody may have set there."""
    admin = KafkaAdminClient(**Connection.of(settings).client())
    named = {name.replace("_", "."): value for name, value in configs.items()}
    admin.alter_configs([ConfigResource(ConfigResourceType.TOPIC, topic_name(settings, topic), configs=named)])
    admin.close()
    until(lambda: configs_on_broker(settings)[topic_name(settings, topic)].items() >= named.items())


def forgotten(settings, answer=TOLD, wait=30.0):
    """Ask for a conversation to be forgotten, and answer as a judge does."""
    with ThreadPoolExecutor() as elsewhere, topics(settings) as send:
        asked = elsewhere.submit(forget_on_kafka, settings, Forget(conversation="talk"), wait)
        until(lambda: read_all(settings, ANNOTATIONS))
        send(answer)
        return asked.result()


def test_copies_expire_a_segment_and_a_retention_after_they_were_written(installation):
    left = {found.topic: found.until for found in copies(installation, NOW)}

    assert left == {
        topic_name(installation, TURNS): NOW + 2 * WEEK,
        topic_name(installation, ANNOTATIONS): NOW + 2 * WEEK,
        topic_name(installation, RECORDS): NOW + 2 * WEEK,
        topic_name(installation, CERTIFICATES): NOW + timedelta(days=30) + WEEK,
        topic_name(installation, DEAD_LETTERS): NOW + timedelta(days=2) + WEEK,
        topic_name(installation, LEDGER): NOW + timedelta(days=1),
    }


def test_what_is_really_set_on_the_broker_counts(installation):
    configure(installation, TURNS, retention_ms="3600000", segment_ms="1800000")
    configure(installation, RECORDS, retention_ms="-1")
    configure(installation, LEDGER, cleanup_policy="compact", max_compaction_lag_ms=str(2**63 - 1))

    left = {found.topic: found for found in copies(installation, NOW)}

    turns = left[topic_name(installation, TURNS)]
    assert (turns.until, turns.why) == (
        NOW + timedelta(minutes=90),
        "retention 1 hour, after a segment of up to 30 minutes",
    )
    assert left[topic_name(installation, RECORDS)].why == "kept for ever: retention.ms is -1"
    assert left[topic_name(installation, LEDGER)].until is None


def test_what_the_archive_removed_is_told_once_it_has(installation, tmp_path):
    settings = replace(installation, archive_url=f"sqlite:///{tmp_path}/archive.db")
    archive = open_archive(settings.archive())
    archive.store(second_record(), replace(second_record(), conversation="walk", certificates=()))

    with archiver(settings, tmp_path / "a"):
        erased = forgotten(settings)

    assert (erased.records, erased.unseen) == (4, "")
    assert erased.rows == {"conversations": 1, "turns": 1, "findings": 1, "claims": 1, "certificates": 1}
    assert archive.held("talk") == {}
    archive.close()


def test_an_archive_whose_worker_is_away_is_not_said_to_have_forgotten(installation, tmp_path):
    settings = replace(installation, archive_url=f"sqlite:///{tmp_path}/archive.db")
    open_archive(settings.archive()).close()

    erased = forgotten(settings, wait=3.0)

    assert erased.rows is None
    assert erased.unseen == "its worker has not come to the command yet, and deletes as soon as it does"


@pytest.mark.parametrize("url", ["", "postgresql://skg:secret@127.0.0.1:1/skg"], ids=["not set", "away"])
def test_an_archive_that_cannot_be_seen_from_here_is_named_as_such(installation, url):
    erased = forgotten(replace(installation, archive_url=url))

    assert erased.rows is None
    assert erased.unseen.endswith("its worker deletes as soon as it reads the command")
    assert "secret" not in erased.unseen
