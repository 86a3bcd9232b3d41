from pathlib import Path

import jsonschema
import msgspec
import pytest

from schemas.codec import VERSIONS, encode_json
from schemas.jsonschema import documents, file_name
from schemas.turn import Role, Turn

FOLDER = Path(__file__).parents[2] / "schemas" / "json"


def test_the_committed_files_are_those_that_the_types_give():
    committed = {path.name: path.read_bytes() for path in FOLDER.iterdir()}

    assert committed == documents(), "run `make goldens` and read the diff"


@pytest.mark.parametrize("kind", VERSIONS, ids=lambda kind: kind.__name__)
def test_every_schema_is_itself_valid(kind):
    schema = msgspec.json.decode(documents()[file_name(kind)])

    jsonschema.Draft202012Validator.check_schema(schema)


def test_a_turn_as_we_write_it_satisfies_its_schema():
    schema = msgspec.json.decode(documents()["turn.v1.json"])
    turn = Turn(conversation="c1", role=Role.ASSISTANT, text="Hello.", index=0)

    jsonschema.validate(msgspec.json.decode(encode_json(turn)), schema)


@pytest.mark.parametrize("conversation", ["", "a\u001fb", "c" * 513])
def test_the_schema_refuses_the_ids_that_the_codec_refuses(conversation):
    schema = msgspec.json.decode(documents()["turn.v1.json"])

    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"conversation": conversation, "role": "user", "text": ""}, schema)
