"""Two stories, told once for all tests: a spike that ends, and a backlog full of contradictions.

The backlog is made first and worked off last, because it has to be a minute old before it counts as one.
"""

import time

import pytest

from stream.bench.paging.drop import Span, drop
from stream.bench.paging.timeline import timeline
from stream.bench.paging.traffic import Traffic
from stream.bench.paging.waiting import let_pass
from tests.paging.letters import put_dead_letters
from tests.paging.stage import BAD, GOOD, PACE, REPLIES_PER_SECOND, stage, until

CALM_S = 10.0
BACKLOG_REPLIES = 240
OLD_S = 70.0
"""A minute is what the rule asks for (SkgBehind); a number of seconds that no shortening changes."""
LETTERS = 30


@pytest.fixture(scope="package")
def backlog(broker, tmp_path_factory):
    """Give a stage whose worker has seen calm traffic and has gone, while a bad release goes on without it."""
    with stage(broker, tmp_path_factory.mktemp("backlog")) as made:
        with made.worker() as running:
            running.wait_ready()
            with Traffic(made.settings, (GOOD,), REPLIES_PER_SECOND) as traffic:
                until(traffic, lambda: made.metric("skg_turns_total", role="assistant") > 30, "calm turns")
        with Traffic(made.settings, (BAD,), 100.0, seed=1) as traffic:
            until(traffic, lambda: traffic.replies().get(BAD, 0) >= BACKLOG_REPLIES, "a backlog")
        made.since = time.monotonic()
        yield made


class Spike:
    """What was seen of a spike, by names."""


@pytest.fixture(scope="package")
def spike(broker, backlog, tmp_path_factory):  # noqa: ARG001 - the backlog is made first, to grow old meanwhile
    """Tell the story of a calm stream, a bad release, its page, the rollback, and dead letters that are sent again."""
    seen = Spike()
    with stage(broker, tmp_path_factory.mktemp("spike"), encoder="minilm") as made, made.worker() as running:
        running.wait_ready()
        with Traffic(made.settings, (GOOD,), REPLIES_PER_SECOND) as traffic:
            until(traffic, lambda: made.metric("skg_turn_quality_count") > 20, "calm turns")
            let_pass(traffic, CALM_S)
            seen.calm_turns = made.metric("skg_turns_total", role="assistant", outcome="scored")
            seen.in_calm = made.received
            seen.calm_slips = traffic.slips(GOOD)
            began = time.time() - CALM_S
            released = time.time()
            traffic.release(BAD)
            seen.page = until(traffic, lambda: made.told_of(BAD), "the page")[0]
            seen.slips = traffic.slips(BAD)
            seen.times = timeline(made.settings, made.watcher, BAD, seen.slips, seen.page)
            seen.evidence = made.command(seen.page.notification.alerts[0].annotations["evidence"])
            traffic.release(GOOD)
            seen.rolled_back = time.time()
            good = Span(release=GOOD, begin=began, end=released)
            bad = Span(release=BAD, begin=released, end=seen.rolled_back)
            seen.drop = drop(made.watcher, PACE, good, bad)
            seen.all_slips = traffic.slips(BAD)
            until(traffic, lambda: not made.told_of(BAD)[-1].firing, "the end of the page")
            seen.about_bad = made.told_of(BAD)
            seen.others = [one for one in made.received if one not in seen.about_bad]
            found = {"kind": "contradiction", "assistant_version": BAD.version}
            before = made.metric("skg_findings_total", **found)
            put_dead_letters(made.settings, BAD, LETTERS)
            seen.said = made.command("skg dlq resend --all")
            resent = until(traffic, lambda: made.metric("skg_resent_turns_total") >= 2 * LETTERS, "resent turns")
            let_pass(traffic, 8.0)
            seen.after_resend = made.received[len(seen.about_bad) + len(seen.others) :]
            seen.resent = resent
            seen.moved = made.metric("skg_findings_total", **found) - before
            seen.resent_evidence = made.command("skg certificates list --conversation letters-0")
    return seen


@pytest.fixture(scope="package")
def worked_off(backlog, spike):  # noqa: ARG001 - the spike is told while the backlog grows old
    """Start the worker again, and give the stage when rules have calmed down, with what fired meanwhile."""
    fired = set()

    def calm_again():
        firing = backlog.firing()
        fired.update(firing)
        return "SkgContradictionSpike" in fired and not firing & {"SkgContradictionSpike", "SkgBehind"}

    time.sleep(max(0.0, backlog.since + OLD_S - time.monotonic()))
    with backlog.worker() as running, Traffic(backlog.settings, (GOOD,), REPLIES_PER_SECOND, seed=2) as traffic:
        running.wait_ready()
        until(traffic, calm_again, "calm after the backlog")
        let_pass(traffic, 3.0)
    backlog.fired = fired
    return backlog
