import random
import time

import msgspec

from tests.broker.chaos.comparing import compare
from tests.broker.chaos.forms import forms
from tests.broker.chaos.load import Load, Shape, once_more, talk
from tests.broker.chaos.topics import drained
from tests.broker.chaos.workers import Worker, restarts, running


class Kills(msgspec.Struct, frozen=True, kw_only=True):
    count: int
    rate: float
    seed: int = 7


def kill_at_random(form, victims, role):
    """Kill children and whole workers, every second time with the data folder gone; return how many were killed."""
    chance = random.Random(form.seed)
    for number in range(form.count):
        time.sleep(chance.uniform(0.3, 3.0))
        victim = chance.choice(victims)
        if number % 2:
            victim.kill()
            victim.wipe()
            time.sleep(chance.uniform(0.0, 4.0))
            victim.start()
        else:
            victim.kill_child(role)
        if chance.random() < 0.6:  # else the next one strikes while this one recovers
            time.sleep(1.0)
            victim.wait_ready()


def run(form, settings, victims, others, role):
    """Put the load on, kill, and return what differs from an undisturbed run."""
    shape = Shape(rate=form.rate)
    with running(*others, *victims):
        with Load(settings, talk(shape), rate=shape.rate) as load:
            kill_at_random(form, victims, role)
            turns = load.stop()
        drained(settings)
        turns = once_more(settings, turns)
        drained(settings)
        verdict = compare(settings, turns)
        for worker in (*others, *victims):
            worker.terminate()
    return verdict, restarts(*others, *victims)


@forms(short=Kills(count=2, rate=100.0), long=Kills(count=20, rate=150.0))
def test_a_judge_killed_at_random_points_loses_and_doubles_nothing(form, chaotic, tmp_path, report):
    judges = [Worker(chaotic, tmp_path, role="judge", name=name) for name in ("judge-a", "judge-b")]
    others = [Worker(chaotic, tmp_path, role=role, name=role) for role in ("annotate", "archive")]

    verdict, again = run(form, chaotic, judges, others, "judge")

    report(f"judge killed: {form.count} kills at {form.rate:.0f}/s; {verdict.line()}; restarts: {again}")
    assert verdict.faults() == {}


@forms(short=Kills(count=2, rate=100.0, seed=8), long=Kills(count=12, rate=150.0, seed=8))
def test_an_annotator_killed_at_random_points_loses_and_doubles_nothing(form, chaotic, tmp_path, report):
    annotators = [Worker(chaotic, tmp_path, role="annotate", name=name) for name in ("annotate-a", "annotate-b")]
    others = [Worker(chaotic, tmp_path, role=role, name=role) for role in ("judge", "archive")]

    verdict, again = run(form, chaotic, annotators, others, "annotate")

    report(f"annotator killed: {form.count} kills at {form.rate:.0f}/s; {verdict.line()}; restarts: {again}")
    assert verdict.faults() == {}
