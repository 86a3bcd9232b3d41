"""The role `archive` on a real broker and real databases: what was judged is stored, whatever goes away meanwhile."""

from threading import Event

import pytest
from msgspec.structs import replace

from alerts.archive import open_archive
from schemas.session import Forgotten, SessionSummary
from schemas.topics import CERTIFICATES, RECORDS
from stream.errors import SettingsError
from stream.kafka.archiver import run_archiver
from stream.metrics import Metrics
from stream.worker.status import StatusFile
from tests.broker.archiving import archiver, conversation, proof, stored, topics, unread, until
from tests.broker.fixtures import installed_on

pytestmark = pytest.mark.slow


@pytest.fixture(params=["sqlite", "postgresql"])
def settings(request, installation, tmp_path):
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path}/archive.sqlite"
    else:
        url = request.getfixturevalue("postgres_url")
    return replace(installation, archive_url=url)


@pytest.fixture
def archive(settings):
    opened = open_archive(settings.archive())
    yield opened
    opened.close()


@pytest.fixture
def on_postgres(installation, private_postgres):
    return replace(installation, archive_url=private_postgres.url)


def test_what_was_judged_is_archived_and_only_then_committed(settings, archive, tmp_path):
    talks = [conversation(number) for number in range(20)]

    with topics(settings) as send, archiver(settings, tmp_path / "a") as running:
        for talk in talks:
            send(*talk, proof(talk[0].conversation))
        until(lambda: unread(settings) == 0)
        until(lambda: running.status.ready and running.status.lag == 0)

    assert stored(archive) == ({f"talk {number}": 6 for number in range(20)}, 20)
    assert running.metric("skg_archived_messages_total") == 140


def test_what_cannot_be_read_is_counted_and_holds_nothing_up(settings, archive, tmp_path):
    first, *others = conversation(0)
    unfit = [replace(first, slot=9, failure="a\x00b", conversation="talk 0")]

    with topics(settings) as send, archiver(settings, tmp_path / "a") as running:
        send(first)
        for topic in (RECORDS, CERTIFICATES):
            for kind in ("TurnRecord", "Certificate", "Annotation", ""):
                send.raw(topic, b"\xff no json", kind)
        send(*unfit, *others)
        until(lambda: unread(settings) == 0)

    sqlite_takes_it = settings.archive().startswith("sqlite")
    assert stored(archive) == ({"talk 0": 7 if sqlite_takes_it else 6}, 1)
    assert running.metric('skg_archive_left_out_total{reason="undecodable"}') == 4
    assert running.metric('skg_archive_left_out_total{reason="unknown_kind"}') == 4
    assert running.metric('skg_archive_left_out_total{reason="refused"}') == (0 if sqlite_takes_it else 1)


def test_what_was_forgotten_does_not_come_back_with_its_certificates(settings, archive, tmp_path):
    talk = conversation(0)
    name = talk[0].conversation
    later = [replace(record, epoch=1, certificates=()) for record in talk]
    summary = SessionSummary(conversation=name, turns=6, assistant_turns=6, scored_turns=6)

    with topics(settings) as send, archiver(settings, tmp_path / "a"):
        send(*talk, summary, Forgotten(conversation=name, epoch=0), proof(name), *later[:2], *talk)
        until(lambda: unread(settings) == 0)
        send(proof(name))
        until(lambda: unread(settings) == 0)

    assert stored(archive) == ({name: 2}, 0)


def test_two_share_the_work_and_one_takes_over_when_the_other_leaves(settings, archive, tmp_path):
    with topics(settings) as send, archiver(settings, tmp_path / "a"):
        with archiver(settings, tmp_path / "b") as other:
            send(*conversation(0))
            until(lambda: other.status.ready)
            for number in range(1, 20):
                send(*conversation(number))
        for number in range(20, 30):
            send(*conversation(number))
        until(lambda: unread(settings) == 0)

    assert stored(archive) == ({f"talk {number}": 6 for number in range(30)}, 30)


def test_a_database_that_stops_and_comes_back_misses_nothing(on_postgres, private_postgres, tmp_path):
    with topics(on_postgres) as send, archiver(on_postgres, tmp_path / "a") as running:
        send(*conversation(0))
        until(lambda: unread(on_postgres) == 0)
        private_postgres.stop()
        for number in range(1, 10):
            send(*conversation(number))
        away = until(lambda: (status := running.status).problem and status.lag and status)
        # three more tries go by
        tries = running.metric('skg_archive_retries_total{reason="database"}')
        until(lambda: running.metric('skg_archive_retries_total{reason="database"}') > tries + 2)
        private_postgres.start()
        until(lambda: unread(on_postgres) == 0)
        until(lambda: running.status.ready and not running.status.problem)

    archive = open_archive(on_postgres.archive())
    assert (away.ready, away.problem.startswith("database: ")) == (False, True)
    assert stored(archive) == ({f"talk {number}": 6 for number in range(10)}, 10)
    archive.close()


def test_it_waits_for_a_database_that_is_not_there_yet_and_ends_when_told_to(on_postgres, private_postgres, tmp_path):
    private_postgres.stop()

    with archiver(on_postgres, tmp_path / "a") as running:
        until(lambda: running.status.problem)

    assert running.status.problem.startswith("database: ")


def test_a_broker_that_is_killed_is_told_and_when_it_comes_back_nothing_is_missed(private_broker, tmp_path):
    settings = installed_on(private_broker, tmp_path, session_timeout_seconds=6.0)
    (tmp_path / "data").mkdir()
    archive = open_archive(settings.archive())

    with topics(settings) as send, archiver(settings, tmp_path / "a") as running:
        send(*conversation(0))
        until(lambda: unread(settings) == 0)
        until(lambda: running.status.ready)
        private_broker.kill()
        away = until(lambda: not (status := running.status).ready and status)
        private_broker.start()
        send(*conversation(1))
        until(lambda: unread(settings) == 0)
        until(lambda: running.status.ready)

    assert away.problem.startswith("broker: ")
    assert stored(archive) == ({"talk 0": 6, "talk 1": 6}, 2)
    archive.close()


def test_an_address_that_names_no_database_is_a_setting_to_mend(installation, tmp_path):
    wrong = replace(installation, archive_url="mysql://skg@127.0.0.1/skg")

    with pytest.raises(SettingsError, match="archive_url"):
        run_archiver(wrong, Event(), Metrics(), StatusFile(tmp_path / "status.json"))
