"""What the metrics of several workers say together: after a takeover, a restart, a resend and with a backlog.

One annotates, two judge; all read and judge without models. Every figure is a sum over the workers that answer, as
Prometheus would sum it.
"""

import os
import signal

import msgspec
import pytest

from schemas.codec import encode_json
from schemas.topics import TURNS
from schemas.turn import Role, Turn
from stream.kafka.topics import topic_name
from stream.kafka.wire import MODE, RESEND, conversation_key
from tests.broker.chaos.topics import until
from tests.broker.chaos.workers import Worker, impatient, running
from tests.broker.cheap import FALLING
from tests.broker.fixtures import installed_on, remove
from tests.broker.sending import producer
from tests.stream.samples import samples, total

pytestmark = pytest.mark.slow

CONVERSATIONS = 24
FALLING_ONES = 8
WHO = {"assistant": "shop", "assistant_version": "1"}
LIVE, DEGRADING = "skg_live_conversations", "skg_degrading_conversations"


def conversation(name, *, falling=False, turns=4):
    """Return the turns of a conversation, an answer to each of the user's."""
    return [
        Turn(
            conversation=name,
            role=(Role.USER, Role.ASSISTANT)[number % 2],
            text=f"turn {number}{f' {FALLING}' if falling else ''}",
            turn_id=f"{name}.{number}",
            index=number,
            **WHO,
        )
        for number in range(turns)
    ]


class Fleet:
    """An installation with the workers that judge for it."""

    def __init__(self, settings, folder):
        self.settings = settings
        self.annotators = Worker(settings, folder, role="annotate", name="annotators")
        self.first = Worker(settings, folder, role="judge", name="first")
        self.second = Worker(settings, folder, role="judge", name="second")

    def send(self, turns, mode=""):
        with producer(self.settings) as sending:
            for turn in turns:
                sending.send(
                    topic_name(self.settings, TURNS),
                    key=conversation_key("", turn.conversation),
                    value=encode_json(turn),
                    headers=[(MODE, mode.encode())] if mode else [],
                )

    def judges(self):
        return [worker for worker in (self.first, self.second) if worker.running()]

    def sum(self, name, **labels):
        return sum(total(worker.metrics(), name, **labels) for worker in self.judges())

    def shown(self):
        """Return how many conversations live and how many degrade, once that has stood still for three looks."""
        told = []

        def still():
            told.append((self.sum(LIVE, **WHO), self.sum(DEGRADING, **WHO)))
            return len(told) > 2 and len(set(told[-3:])) == 1

        until(still)
        return told[-1]

    def shows(self, expected):
        """Wait until so many live and degrade, and go on doing so."""
        until(lambda: self.shown() == expected, found=lambda: [samples(one.metrics(), LIVE) for one in self.judges()])

    def share(self, worker):
        return total(worker.metrics(), LIVE, **WHO)


@pytest.fixture(scope="module")
def fleet(broker, tmp_path_factory):
    """Give a fleet whose turns waited for it; it has judged them."""
    folder = tmp_path_factory.mktemp("fleet")
    settings = installed_on(broker, folder, max_assistants=2)
    made = Fleet(impatient(settings, settings.archive()), folder)
    made.send(
        turn for number in range(CONVERSATIONS) for turn in conversation(f"c{number}", falling=number < FALLING_ONES)
    )
    with running(made.annotators, made.first, made.second):
        until(lambda: made.sum("skg_turns_total", **WHO, role="assistant") >= 2 * CONVERSATIONS)
        yield made
    remove(settings)


def test_dead_letters_are_there_with_0_before_there_is_one(fleet):
    assert samples(fleet.annotators.metrics(), "skg_dead_letters_total") == {
        (("reason", reason),): 0.0 for reason in ("crashed", "undecodable", "unread")
    }


def test_turns_of_a_backlog_count_when_they_are_judged(fleet):
    assert fleet.sum("skg_turns_total", **WHO, role="assistant") == 2 * CONVERSATIONS
    assert fleet.sum("skg_turns_total", **WHO, role="user") == 2 * CONVERSATIONS
    assert fleet.sum("skg_turn_quality_count", **WHO) == 4 * CONVERSATIONS, "this engine scores every turn"
    fleet.shows((CONVERSATIONS, FALLING_ONES))
    assert fleet.share(fleet.first) > 0
    assert fleet.share(fleet.second) > 0


def test_a_backlog_counts_for_nobody_until_it_is_judged_and_then_leaves_no_lag(fleet):
    before, (live, degrading) = fleet.sum("skg_turns_total", **WHO), fleet.shown()
    for worker in fleet.judges():
        os.kill(worker.children()["judge"], signal.SIGSTOP)
    try:
        fleet.send(conversation("waits", turns=40))
        until(lambda: total(fleet.annotators.metrics(), "skg_consumer_lag", stage="annotate") == 0)
        waiting = fleet.sum("skg_turns_total", **WHO)
    finally:
        for worker in fleet.judges():
            os.kill(worker.children()["judge"], signal.SIGCONT)

    until(lambda: fleet.sum("skg_turns_total", **WHO) == before + 40)
    until(lambda: fleet.sum("skg_consumer_lag", stage="judge") == 0)
    assert waiting == before
    assert fleet.sum("skg_event_lag_seconds", stage="judge") == 0
    fleet.shows((live + 1, degrading))


def test_a_resend_is_counted_as_that_and_shown_in_nothing_else_also_after_a_restart(fleet):
    shown = fleet.shown()
    counted = {name: fleet.sum(name) for name in ("skg_turns_total", "skg_turn_quality_count", "skg_findings_total")}

    fleet.send(conversation("resent", falling=True), mode=RESEND)
    fleet.send([conversation("c20", falling=True, turns=6)[5]], mode=RESEND)

    until(lambda: fleet.sum("skg_resent_turns_total", **WHO) == 5)
    fleet.shows(shown)
    assert {name: fleet.sum(name) for name in counted} == counted

    for worker in fleet.judges():
        worker.kill_child("judge")
    until(lambda: fleet.sum(LIVE) == 0)
    for worker in fleet.judges():
        worker.wait_ready()
    fleet.shows(shown)
    assert {name: fleet.sum(name) for name in counted} == counted


def test_who_takes_over_shows_the_conversations_of_one_that_was_killed_and_gives_them_back(fleet):
    shown = fleet.shown()
    judged = total(fleet.first.metrics(), "skg_turns_total", **WHO)

    fleet.second.kill()
    fleet.shows(shown)
    assert fleet.share(fleet.first) == shown[0]
    assert total(fleet.first.metrics(), "skg_turns_total", **WHO) == judged

    assert list(fleet.second.data.rglob("gauge_*.db"))
    fleet.second.start().wait_ready()
    until(lambda: fleet.share(fleet.second) > 0)
    fleet.shows(shown)
    assert fleet.share(fleet.first) > 0
    assert total(fleet.second.metrics(), "skg_turns_total", **WHO) == 0


def test_assistants_beyond_the_bound_are_folded_in_every_worker(fleet):
    for assistant in ("bank", "bakery"):
        turns = [turn for number in range(12) for turn in conversation(f"{assistant} {number}", turns=2)]
        fleet.send(msgspec.structs.replace(turn, assistant=assistant) for turn in turns)
        until(lambda known=assistant: fleet.sum("skg_turns_total", role="user", assistant=label(known)) == 12)

    assert [total(worker.metrics(), "skg_assistants_folded") for worker in fleet.judges()] == [1.0, 1.0]


def label(assistant):
    return "other" if assistant == "bakery" else assistant
