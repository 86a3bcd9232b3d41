"""How many series a fleet has: 200 assistants with three versions each, all that can happen to them."""

import msgspec
import pytest

from schemas.metrics import BEGUN, FOUND_BY
from schemas.record import TurnRecord
from schemas.session import SessionSummary
from schemas.turn import Role
from stream.labels import LabelLimits
from stream.metrics import Metrics
from stream.settings import Settings
from tests.stream.fakes import scores

pytestmark = pytest.mark.slow
ASSISTANTS, VERSIONS = 200, 3
A_VERSION = 147
"""Series of one version whose conversations were scored and ended, without findings that have no series at 0."""


@pytest.fixture(scope="module")
def lines():
    """Return the samples of an exposition in which every version has spoken, as lines."""
    metrics = Metrics(LabelLimits.of(Settings()))
    for assistant in range(ASSISTANTS):
        for version in range(VERSIONS):
            speak(metrics, {"assistant": f"assistant {assistant}", "assistant_version": f"2026.{version}"})
    return [line for line in metrics.exposition().decode().splitlines() if not line.startswith("#")]


def speak(metrics, who):
    """Count a conversation of two turns that has ended, and one that lives."""
    turn = {"conversation": "c1", "slot": 0, "position": 0, "turn_id": "t", "text_digest": "d", **who}
    assessed = msgspec.structs.replace(scores(0.9), coherence=1.0, recent_slope=-0.02, recent_error=0.001)
    metrics.recorded(TurnRecord(role=Role.USER, **turn))
    metrics.recorded(TurnRecord(role=Role.ASSISTANT, scores=assessed, **turn))
    metrics.ended(
        SessionSummary(conversation="c1", turns=2, assistant_turns=1, scored_turns=1, score=0.9, slope=0.0, **who)
    )
    metrics.show_conversation(metrics.who(**named(who)), 1, degrading=False)


def named(who):
    return {"assistant": who["assistant"], "version": who["assistant_version"]}


def test_a_version_has_so_many_series_and_an_assistant_three_times_as_many(lines):
    of_one = [line for line in lines if 'assistant="assistant 7"' in line]

    assert len([line for line in of_one if 'assistant_version="2026.0"' in line]) == A_VERSION
    assert len(of_one) == VERSIONS * A_VERSION


def test_a_fleet_of_200_assistants_is_told_apart_and_has_some_88_000_series(lines):
    assert not [line for line in lines if 'assistant="other"' in line or 'version="other"' in line]
    assert ASSISTANTS * VERSIONS * A_VERSION <= len(lines) < ASSISTANTS * VERSIONS * A_VERSION + 200


def test_what_begins_at_0_for_each_version_is_a_short_list():
    findings = sum(len(detectors) for kind, detectors in FOUND_BY.items() if kind != "world_update")

    assert findings == 31
    assert len(BEGUN["skg_not_assessed_total"]) == 12
    assert sum(map(len, BEGUN.values())) == 31
