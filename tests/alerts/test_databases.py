"""What one database does otherwise than the other must not show, and their failures must say what they are."""

import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone

import pytest
from alembic import command
from alembic.config import Config
from msgspec.structs import replace
from sqlalchemy import inspect
from sqlalchemy.engine import make_url

from alerts.archive import CertificateFilter, open_archive
from alerts.archive.engine import WRITING, new_engine
from alerts.archive.migration import MIGRATIONS
from alerts.errors import ArchiveError, ValueRefusedError
from schemas.session import Forgotten
from tests.alerts.records import NOON, certificate, first_record, second_record

(PROOF,) = second_record().certificates
INCOMPRESSIBLE = "".join(chr(0x20000 + number * number % 40_009) for number in range(1_000))
OPEN = "import sys; from alerts.archive import open_archive; open_archive(sys.argv[1]).close()"


def test_a_time_in_another_zone_is_found_by_its_moment(archive):
    zone = timezone(timedelta(hours=5, minutes=30))
    early = replace(PROOF, certificate_id="early", occurred_at=NOON.astimezone(zone) - timedelta(hours=1))
    archive.store(early, PROOF)

    found = archive.certificates(CertificateFilter(since=NOON.replace(tzinfo=None)))

    assert [proof.certificate_id for proof in found] == [PROOF.certificate_id]


def test_certificates_come_in_the_order_of_their_moments_whatever_their_zones(archive):
    zone = timezone(timedelta(hours=-8))
    late = replace(PROOF, certificate_id="late", occurred_at=(NOON + timedelta(hours=1)).astimezone(zone))
    archive.store(late, PROOF)

    found = archive.certificates(CertificateFilter())

    assert [proof.certificate_id for proof in found] == [PROOF.certificate_id, "late"]


def test_a_certificate_without_a_time_arose_when_it_was_stored(archive):
    untimed = replace(PROOF, certificate_id="untimed", occurred_at=None)
    before = datetime.now(UTC)
    archive.store(untimed, PROOF)

    found = archive.certificates(CertificateFilter(since=before))

    assert found == [untimed]


def test_a_producers_index_may_be_beyond_32_bits(archive):
    archive.store(replace(first_record(), position=2**53 - 1, claims=()))

    assert archive.claims("talk") == []


def test_the_first_and_the_last_hour_of_the_calendar_are_taken(archive):
    first = NOON.replace(year=1, month=1, day=1, hour=0, tzinfo=timezone(timedelta(hours=14)))
    last = NOON.replace(year=9999, month=12, day=31, hour=23, tzinfo=timezone(timedelta(hours=-12)))

    archive.store(replace(first_record(), at=first), replace(second_record(), at=last))

    assert len(archive.claims("talk")) == 2


def test_a_nul_in_what_a_certificate_quotes_comes_back(archive):
    quoting = replace(PROOF, earlier=replace(PROOF.earlier, sentence="a\x00b"))

    archive.store(quoting)

    assert archive.certificates(CertificateFilter()) == [quoting]


def test_a_number_that_no_database_holds_is_refused_as_a_value_and_nothing_is_written(archive):
    beyond = Forgotten(conversation="talk", epoch=2**63)

    with pytest.raises(ValueRefusedError):
        archive.store(second_record(), beyond)

    assert archive.certificates(CertificateFilter()) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "unfit",
    [replace(first_record(), failure="a\x00b"), replace(first_record(), conversation=INCOMPRESSIBLE)],
    ids=["a character it lacks", "a key too long"],
)
def test_what_postgresql_cannot_hold_is_refused_as_a_value_and_nothing_is_written(postgres_url, unfit):
    archive = open_archive(postgres_url)

    with pytest.raises(ValueRefusedError):
        archive.store(second_record(), unfit)

    assert archive.certificates(CertificateFilter()) == []
    archive.close()


@pytest.mark.slow
def test_a_server_that_is_away_is_no_fault_of_a_value_and_is_used_again_when_it_is_back(private_postgres):
    archive = open_archive(private_postgres.url)
    archive.store(first_record())
    private_postgres.stop()

    with pytest.raises(ArchiveError, match="SKG_ARCHIVE_URL") as caught:
        archive.store(second_record())
    private_postgres.start()
    archive.store(second_record())

    assert not isinstance(caught.value, ValueRefusedError)
    assert len(archive.claims("talk")) == 2
    archive.close()


@pytest.mark.parametrize("left", ["", "archive.sqlite-wal"])
def test_a_file_that_is_removed_while_it_is_used_is_made_anew_and_told(tmp_path, left):
    path = tmp_path / "archive.sqlite"
    writing = open_archive(f"sqlite:///{path}")
    writing.store(first_record())
    for file in tmp_path.iterdir():
        if file.name != left:
            file.unlink()

    with pytest.raises(ArchiveError, match=r"no such table: .*have been made anew.*only with a backup"):
        writing.store(second_record())

    writing.store(second_record())
    read = open_archive(f"sqlite:///{path}")
    assert read.held("talk")["turns"] == 1
    read.close()
    writing.close()


def test_a_backup_that_takes_the_place_of_the_file_is_written_to(tmp_path):
    path, backup = tmp_path / "archive.sqlite", tmp_path / "backup.sqlite"
    open_archive(f"sqlite:///{backup}").close()
    writing = open_archive(f"sqlite:///{path}")
    writing.store(first_record())

    backup.replace(path)
    for log in ("-wal", "-shm"):
        path.with_name(path.name + log).unlink()
    writing.store(second_record())

    read = open_archive(f"sqlite:///{path}")
    assert read.held("talk")["turns"] == 1
    read.close()
    writing.close()


def test_an_archive_whose_tables_are_dropped_makes_them_anew_and_tells_it(archive, archive_url):
    archive.store(first_record())
    _drop_all(archive_url)

    with pytest.raises(ArchiveError, match="have been made anew"):
        archive.store(second_record())

    archive.store(second_record())
    assert archive.held("talk")["turns"] == 1


def test_an_archive_that_lacks_one_table_only_is_left_as_it_is(archive, archive_url):
    engine = new_engine(archive_url)
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE turns")
    engine.dispose()

    for _ in range(2):
        with pytest.raises(ArchiveError, match=r"turns.*only with a backup") as told:
            archive.store(first_record())
        assert "anew" not in told.value.problem


@pytest.mark.slow
def test_a_database_that_was_read_only_for_a_while_is_written_to_as_soon_as_it_may_be(postgres_url):
    archive = open_archive(postgres_url)
    name = make_url(postgres_url).database
    _run(postgres_url, f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
    archive.close()
    with pytest.raises(ArchiveError, match="read-only"):
        archive.store(first_record())

    _run(postgres_url, f'ALTER DATABASE "{name}" RESET default_transaction_read_only', "SET TRANSACTION READ WRITE")
    archive.store(first_record())

    assert archive.held("talk")["turns"] == 1
    archive.close()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_every_way_to_name_a_postgresql_works(postgres_url, scheme):
    archive = open_archive(make_url(postgres_url).set(drivername=scheme).render_as_string(hide_password=False))

    archive.store(second_record())

    assert len(archive.certificates(CertificateFilter())) == 1
    archive.close()


def test_another_kind_of_database_is_refused_by_name():
    with pytest.raises(ArchiveError, match="mysql is neither sqlite nor postgresql"):
        open_archive("mysql://skg:secret@127.0.0.1/skg")


@pytest.mark.slow
def test_processes_that_open_a_new_archive_at_once_do_not_collide(archive_url):
    opening = [subprocess.Popen([sys.executable, "-c", OPEN, archive_url]) for _ in range(4)]

    assert [process.wait() for process in opening] == [0, 0, 0, 0]


def test_an_archive_of_the_first_release_is_brought_up_to_date_with_what_it_holds(archive_url):
    with new_engine(archive_url).execution_options(**WRITING).begin() as connection:
        migrated(connection, "0001")
        connection.exec_driver_sql(
            "INSERT INTO claims VALUES ('', 'talk', 0, '1.0', 1, 1, 'assistant', 'warranty', 'last', '', '24 months',"
            " true, 'asserted', 'It lasts 24 months.', 'superseded', 5, '5.0')"
        )

    archive = open_archive(archive_url)
    archive.store(first_record())

    (claim,) = archive.claims("talk")
    assert (claim.status, claim.changed_by) == ("superseded", "5.0")
    archive.close()


def test_an_archive_of_a_newer_release_is_refused_in_words(archive, archive_url):
    archive.close()
    with new_engine(archive_url).execution_options(**WRITING).begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")

    with pytest.raises(ArchiveError, match="those of a newer release \\(9999\\); upgrade skgeval-monitor"):
        open_archive(archive_url)


def test_migrations_can_be_taken_back(archive, archive_url):
    archive.store(second_record(), certificate(second_record().claims[0], second_record().claims[0]))
    archive.close()

    with new_engine(archive_url).execution_options(**WRITING).begin() as connection:
        migrated(connection, "0001", command.downgrade)

    again = open_archive(archive_url)
    assert again.certificates(CertificateFilter()) == [PROOF]
    again.close()


def migrated(connection, revision, way=command.upgrade):
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    way(config, revision)


def _drop_all(url):
    engine = new_engine(url)
    with engine.begin() as connection:
        tables = inspect(connection).get_table_names()
        for table in tables:
            connection.exec_driver_sql(f"DROP TABLE {table}")
    engine.dispose()


def _run(url, statement, before=""):
    engine = new_engine(url)
    with engine.begin() as connection:
        if before:
            connection.exec_driver_sql(before)
        connection.exec_driver_sql(statement)
    engine.dispose()
