"""What a file promises beyond the contract: it outlives the process, and one process has it at a time."""

import sqlite3

import pytest

from stream.errors import LedgerError
from stream.ledger.sqlite import SqliteLedger


def test_committed_values_are_there_for_the_next_process(tmp_path):
    first = SqliteLedger(tmp_path / "ledger.db")
    first.put("key", b"value")
    first.close()

    assert SqliteLedger(tmp_path / "ledger.db").get("key") == b"value"


def test_other_readers_see_nothing_before_the_commit(tmp_path):
    ledger = SqliteLedger(tmp_path / "ledger.db")
    reader = sqlite3.connect(tmp_path / "ledger.db")

    ledger.put("key", b"value")

    assert reader.execute("SELECT count(*) FROM ledger").fetchone() == (0,)
    ledger.commit()
    assert reader.execute("SELECT count(*) FROM ledger").fetchone() == (1,)


def test_a_second_process_is_refused_while_the_first_lives(tmp_path):
    first = SqliteLedger(tmp_path / "ledger.db")

    with pytest.raises(LedgerError, match="in use by another process"):
        SqliteLedger(tmp_path / "ledger.db")

    first.close()
    SqliteLedger(tmp_path / "ledger.db").close()


def test_a_file_that_is_no_ledger_is_an_error_that_names_it(tmp_path):
    path = tmp_path / "ledger.db"
    path.write_bytes(b"this is no database, and long enough to be taken for one" * 20)

    with pytest.raises(LedgerError, match=r"ledger\.db"):
        SqliteLedger(path)
