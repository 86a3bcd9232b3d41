"""The archive ends the same in whatever order, batches and repetitions its values come."""

from itertools import permutations

import pytest
from msgspec.structs import replace
from sqlalchemy import select

from alerts.archive import CertificateFilter, open_archive
from alerts.archive.engine import new_engine
from alerts.archive.tables import metadata
from schemas.record import ClaimStatus, StatusChange
from tests.alerts.records import NOON, first_record, second_record, superseding_record

(PROOF,) = second_record().certificates
LAST_CHANGE = replace(
    superseding_record(),
    slot=7,
    position=7,
    turn_id="t7",
    claims=(),
    status_changes=(StatusChange(claim="1.0", status=ClaimStatus.DISPUTED, by="7.0"),),
    flags=("gap", "unbound_reference"),
)
RECORDS = (first_record(), second_record(), superseding_record(), LAST_CHANGE)


def contents(archive_url, tenant):
    """Return what the tables hold of a tenant, the tenant left out."""
    tables = [table for table in metadata.sorted_tables if "epoch" in table.primary_key.columns]
    with new_engine(archive_url).connect() as connection:
        found = [connection.execute(select(table).where(table.c.tenant == tenant)).all() for table in tables]
    return [sorted(str(row[1:]) for row in rows) for rows in found]


def shown(archive):
    return {claim.claim: (claim.status, claim.changed_by) for claim in archive.claims("talk")}


def test_records_in_any_order_and_twice_end_in_the_same_tables(archive_url):
    archive = open_archive(archive_url, clock=lambda: NOON)
    archive.store(*RECORDS)
    expected = contents(archive_url, "")

    for number, records in enumerate(permutations(RECORDS)):
        tenant = f"tenant {number}"
        moved = [replace(record, tenant=tenant) for record in records]
        for record in moved[: number % 4]:
            archive.store(record)
        archive.store(*moved)

        assert contents(archive_url, tenant) == expected
    archive.close()


def test_a_change_that_comes_before_its_claim_is_shown(archive):
    archive.store(superseding_record())
    archive.store(first_record())

    assert shown(archive)["1.0"] == ("superseded", "5.0")


def test_the_newest_change_is_shown_also_when_it_came_first(archive):
    for record in (LAST_CHANGE, superseding_record(), first_record()):
        archive.store(record)

    assert shown(archive)["1.0"] == ("disputed", "7.0")


@pytest.mark.parametrize(
    "values", [(second_record(), PROOF), (PROOF, second_record())], ids=["with its turn first", "alone first"]
)
def test_a_certificate_that_comes_alone_and_with_its_turn_is_one(archive, values):
    for value in values:
        archive.store(value)

    assert archive.certificates(CertificateFilter()) == [PROOF]
    assert [row.certificates for row in archive.conversations()] == [1]


def test_a_certificate_whose_turn_never_comes_is_there_all_the_same(archive):
    archive.store(PROOF)

    assert archive.certificate("c-1.0") == PROOF
