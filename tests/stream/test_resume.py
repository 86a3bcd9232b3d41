"""Killed at any moment, the monitor goes on from its ledger as if nothing had happened (DESIGN.md, section 5)."""

import random
from datetime import timedelta

import pytest

from skgeval import Judge
from stream.composition import load_judging
from stream.policies import load_policies
from tests.stream.fakes import NOON, FakeArchive
from tests.stream.resuming import Death, Fate, Life, ReadBefore, batches, contents, conversations

KILL_POINTS = 60
LATER = NOON + timedelta(hours=2)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def turns():
    return conversations()


@pytest.fixture(scope="module")
def engine(turns):
    policies = load_policies("")
    made = ReadBefore(Judge(encoder="hash").annotator, load_judging(policies))
    made.remember(turns)
    return made


def live(life, turns, seed, *, ends):
    """Play all turns as a source does that sends everything again after a restart; then let all fall silent."""
    life.runner.recover(NOON)
    for batch in batches(turns, seed):
        life.runner.process(batch, NOON)
    if ends:
        life.runner.tick(LATER)
    life.ledger.close()


@pytest.fixture(scope="module")
def undisturbed(engine, turns, tmp_path_factory):
    folder, archive, fate = tmp_path_factory.mktemp("undisturbed"), FakeArchive(), Fate()
    life = Life(engine, folder, archive, fate)
    live(life, turns, 0, ends=False)
    return contents(folder, archive), life.sink.certificate_ids(), fate.effects


def test_the_conversations_give_something_to_lose(undisturbed):
    durable, certificates, effects = undisturbed

    assert len(durable) > 100
    assert len(certificates) >= 3
    assert effects > KILL_POINTS


@pytest.mark.parametrize("number", range(KILL_POINTS))
def test_after_a_kill_ledger_archive_and_certificates_are_those_of_an_undisturbed_run(
    number, engine, turns, undisturbed, tmp_path
):
    expected, certificates, effects = undisturbed
    chance = random.Random(number)
    archive = FakeArchive()
    seen = []
    fates = [Fate(chance.randint(1, effects), after=chance.random() < 0.5) for _ in range(chance.randint(1, 3))]

    for fate in fates:
        life = Life(engine, tmp_path, archive, fate)
        try:
            live(life, turns, number, ends=False)
        except Death:
            life.die()
        seen += life.sink.certificate_ids()
    life = Life(engine, tmp_path, archive, Fate())
    live(life, turns, number + 1, ends=False)
    seen += life.sink.certificate_ids()

    assert contents(tmp_path, archive) == expected
    assert set(seen) == set(certificates)


@pytest.mark.parametrize("number", range(20))
def test_a_kill_while_conversations_end_loses_no_summary_and_leaves_no_record(number, engine, turns, tmp_path):
    chance = random.Random(number)
    archive = FakeArchive()
    life = Life(engine, tmp_path, archive, Fate())
    live(life, turns, number, ends=False)
    count = len({turn.conversation for turn in turns})

    life = Life(engine, tmp_path, archive, Fate(chance.randint(1, 80), after=chance.random() < 0.5))
    try:
        live(life, (), 0, ends=True)
    except Death:
        life.die()
    live(Life(engine, tmp_path, archive, Fate()), (), 0, ends=True)

    durable = contents(tmp_path, archive)
    assert len({key for key in durable if key.startswith("summary")}) == count
    assert [key for key in durable if key.startswith("ledger") and not key.endswith("end")] == []
