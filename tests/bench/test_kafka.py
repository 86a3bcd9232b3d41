import json

import msgspec
import pytest

from stream.bench.broker.measure import Material, measure
from stream.bench.replies import exchanges, grown
from stream.commands.bench import bundled
from stream.settings import Settings

pytestmark = pytest.mark.slow


def test_every_figure_of_the_pipeline_on_kafka_is_measured_and_written_as_json(broker, tmp_path):
    found = grown(exchanges(bundled()), 80)[:8]
    material = Material(exchanges=found, words=80, recovered_records=300, passed_messages=300, workers=(1,))
    steps: list[str] = []

    measured = measure(Settings(broker=broker.address, encoder="hash"), tmp_path, material, steps.append)

    figures = json.loads(msgspec.json.encode(measured))
    assert steps == ["the embedded pipeline", "1 worker", "recovery", "Faust that passes bytes on"]
    assert list(figures["workers"]) == ["1"]
    for run in figures["workers"].values():
        assert run["turns"] == run["latency_turns"] == 8
        assert set(run["cpu_ms_per_turn"]) == {"annotate", "judge", "archive", "supervisor"}
        assert 0 < run["latency_p50_ms"] <= run["latency_p99_ms"]
    assert figures["changelog_bytes_per_turn"] > 1_000
    assert figures["recovery"]["records"] == 300
    assert figures["pass_through"]["messages"] > 0
