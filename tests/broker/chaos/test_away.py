import contextlib
import time
from collections.abc import Callable

import msgspec
import pytest

from tests.alerts.postgres import new_database, own_server
from tests.broker.chaos.comparing import compare
from tests.broker.chaos.forms import forms
from tests.broker.chaos.load import Load, Shape, once_more, talk
from tests.broker.chaos.topics import drained
from tests.broker.chaos.workers import Worker, impatient, restarts, running
from tests.broker.fixtures import installed_on


class Away(msgspec.Struct, frozen=True, kw_only=True):
    seconds: float
    rate: float
    before: float = 3.0
    after: float = 3.0


def run(form, settings, worker, *, leave: Callable[[], None], back: Callable[[], None]):
    """Keep the load on while something leaves and comes back; compare, and tell how long the backlog took."""
    shape = Shape(rate=form.rate)
    with running(worker):
        with Load(settings, talk(shape), rate=shape.rate) as load:
            time.sleep(form.before)
            leave()
            time.sleep(form.seconds)
            back()
            time.sleep(form.after)
            turns = load.stop()
        seconds = drained(settings)
        turns = once_more(settings, turns)
        drained(settings)
        verdict = compare(settings, turns)
        worker.terminate()
    return verdict, seconds


@pytest.mark.parametrize("manner", ["stopped", "killed"])
@forms(short=Away(seconds=4.0, rate=60.0), long=Away(seconds=30.0, rate=150.0))
def test_a_broker_that_goes_away_and_comes_back_costs_no_turn(form, manner, private_broker, tmp_path, report):
    settings = impatient(installed_on(private_broker, tmp_path), f"sqlite:///{tmp_path / 'archive.db'}")
    worker = Worker(settings, tmp_path)
    leave = private_broker.stop if manner == "stopped" else private_broker.kill

    verdict, seconds = run(form, settings, worker, leave=leave, back=private_broker.start)

    report(
        f"broker {manner} for {form.seconds:.0f} s at {form.rate:.0f}/s; {verdict.line()}; drained in {seconds:.0f} s; "
        f"restarts: {restarts(worker)}"
    )
    assert verdict.faults() == {}


@forms(short=Away(seconds=4.0, rate=60.0), long=Away(seconds=120.0, rate=150.0))
def test_a_database_that_goes_away_and_comes_back_misses_nothing(form, installation, tmp_path, report):
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(own_server())
        settings = impatient(installation, stack.enter_context(new_database(server.url)))
        worker = Worker(settings, tmp_path)

        verdict, seconds = run(form, settings, worker, leave=server.stop, back=server.start)

    report(
        f"database stopped for {form.seconds:.0f} s at {form.rate:.0f}/s; {verdict.line()}; drained in "
        f"{seconds:.0f} s; restarts: {restarts(worker)}"
    )
    assert verdict.faults() == {}
