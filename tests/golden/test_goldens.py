import os
import subprocess
import sys

import numpy as np
import pytest

from schemas.codec import decode_json, decode_msgpack, encode_json, encode_msgpack
from schemas.digest import digest
from skgeval import Judge
from skgeval.annotation.annotate import annotate
from tests.golden.anatomy import BLOCK, DOCUMENT, rendered
from tests.golden.conversation import EXAMPLE, TURNS
from tests.golden.examples import FILES, KINDS, golden_files, records_of, stored_annotations

HINT = "run `make goldens` and read the diff"
PRINT_DIGEST = """
from schemas.digest import digest
from tests.golden.examples import golden_files, stored_annotations
print(digest("goldens", sorted(golden_files(stored_annotations()).items())))
"""


def committed():
    return {path.name: path.read_bytes() for path in FILES.iterdir() if path.is_file()}


@pytest.mark.parametrize("name", KINDS)
def test_a_golden_example_is_read_and_written_without_a_change(name):
    data = (FILES / f"{name}.json").read_bytes()

    assert encode_json(decode_json(data, KINDS[name])) + b"\n" == data


@pytest.mark.parametrize("path", sorted(FILES.glob("*.msgpack")), ids=lambda path: path.stem)
def test_a_golden_example_in_messagepack_loses_nothing(path):
    data = path.read_bytes()

    assert encode_msgpack(decode_msgpack(data, KINDS[path.stem])) == data


def test_the_judge_gives_the_golden_bytes_from_the_stored_annotations():
    assert golden_files(stored_annotations()) == committed(), HINT


@pytest.mark.parametrize("seed", ["0", "1", "4294967295"])
def test_no_hash_seed_moves_a_byte(seed):
    environment = {**os.environ, "PYTHONHASHSEED": seed}

    result = subprocess.run(
        [sys.executable, "-c", PRINT_DIGEST], env=environment, capture_output=True, text=True, check=True
    )

    assert result.stdout.strip() == digest("goldens", sorted(committed().items())), HINT


def test_the_example_is_one_contradiction_with_the_first_answer_and_none_with_the_battery():
    records = records_of(stored_annotations())

    found = [
        (finding.kind, finding.earlier_turn, finding.later_turn) for record in records for finding in record.findings
    ]

    assert found == [("contradiction", 1, 5)]


@pytest.mark.slow
def test_the_models_still_read_what_was_stored():
    annotator = Judge().annotator
    stored = stored_annotations()[EXAMPLE]

    fresh = annotate(TURNS[EXAMPLE], annotator)

    assert (fresh.claims, fresh.references, fresh.sentences) == (stored.claims, stored.references, stored.sentences)
    rows = [np.frombuffer(each.vectors.sentences, dtype=np.int8).astype(int) for each in (fresh, stored)]
    assert np.abs(rows[0] - rows[1]).max() <= 1  # another kind of CPU may round the last digit otherwise


@pytest.mark.slow
def test_a_stored_annotation_is_the_same_bytes_as_a_fresh_one():
    annotator = Judge().annotator

    for turn in TURNS:
        fresh = encode_msgpack(annotate(turn, annotator))
        assert encode_msgpack(decode_msgpack(fresh, KINDS["annotation"])) == fresh


def test_the_walk_of_the_turn_shows_the_golden_examples():
    text = DOCUMENT.read_text()

    assert {found["file"] for found in BLOCK.finditer(text)} == {f"{name}.json" for name in KINDS}
    assert rendered(text, committed()) == text, HINT
