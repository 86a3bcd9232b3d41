"""The AsyncAPI document: what is committed, what the catalogue says, and what AsyncAPI 3 asks for."""

from pathlib import Path

import msgspec
import pytest

from schemas.asyncapi import CHANNELS, FILE, document
from schemas.codec import VERSIONS
from schemas.jsonschema import file_name
from schemas.topics import LEDGER, TOPICS

FOLDER = Path(__file__).parents[2] / "schemas"
DOCUMENT = msgspec.json.decode(document())
ROOT_FIELDS = {"asyncapi", "id", "info", "defaultContentType", "channels", "operations", "components"}
KINDS = {kind.__name__: kind for kind in VERSIONS}


def references(node):
    """Return every $ref at or below a place in the document."""
    if isinstance(node, list):
        return [found for part in node for found in references(part)]
    if not isinstance(node, dict):
        return []
    return [node["$ref"]] if "$ref" in node else [found for part in node.values() for found in references(part)]


def followed(reference):
    """Return what a reference within the document points at; references in what it passes are followed too."""
    node = DOCUMENT
    for step in reference.removeprefix("#/").split("/"):
        node = node[step]
        while isinstance(node, dict) and set(node) == {"$ref"}:
            node = followed(node["$ref"])
    return node


def test_the_committed_file_is_what_the_catalogue_gives():
    assert (FOLDER / FILE).read_bytes() == document(), "run `make goldens` and read the diff"


def test_it_has_what_asyncapi_3_asks_for_and_nothing_that_it_does_not_know():
    assert DOCUMENT["asyncapi"] == "3.0.0"
    assert set(DOCUMENT) == ROOT_FIELDS
    assert {"title", "version"} <= set(DOCUMENT["info"])


def test_every_reference_leads_somewhere():
    inside = [reference for reference in references(DOCUMENT) if reference.startswith("#/")]
    files = [reference for reference in references(DOCUMENT) if not reference.startswith("#/")]

    assert [reference for reference in inside if not followed(reference)] == []
    assert [name for name in files if not (FOLDER / name).is_file()] == []


def test_every_topic_is_a_channel_and_every_channel_a_topic():
    assert tuple(CHANNELS.values()) == TOPICS
    assert list(CHANNELS) == ["turns", "annotations", "records", "certificates", "deadLetters", "ledger"]


@pytest.mark.parametrize("name", [name for name, topic in CHANNELS.items() if topic is not LEDGER])
def test_a_channel_has_the_address_and_the_partitions_of_its_topic(name):
    channel, topic = DOCUMENT["channels"][name], CHANNELS[name]

    assert channel["address"] == topic.name
    assert channel["bindings"]["kafka"]["partitions"] == topic.partitions


@pytest.mark.parametrize("name", CHANNELS)
def test_a_channel_keeps_messages_as_its_topic_does(name):
    configuration, topic = DOCUMENT["channels"][name]["bindings"]["kafka"]["topicConfiguration"], CHANNELS[name]

    assert configuration["cleanup.policy"] == [topic.cleanup]
    assert configuration.get("retention.ms") == (topic.retention * 1000 if topic.retention else None)


@pytest.mark.parametrize("name", [name for name, topic in CHANNELS.items() if topic.values])
def test_a_channel_carries_the_values_of_its_topic_with_their_schemas(name):
    messages = [followed(message["$ref"]) for message in DOCUMENT["channels"][name]["messages"].values()]

    assert [message["title"] for message in messages] == sorted(CHANNELS[name].values)
    assert [message["payload"]["schema"]["$ref"] for message in messages] == [
        f"./json/{file_name(KINDS[message['title']])}" for message in messages
    ]


def test_what_the_ledger_is_called_depends_on_the_installation():
    ledger = DOCUMENT["channels"]["ledger"]

    assert ledger["address"] == "{app_id}-judge-ledger-changelog"
    assert set(ledger["parameters"]) == {"app_id"}


def test_the_monitor_receives_turns_and_sends_the_rest():
    received = {name for name, operation in DOCUMENT["operations"].items() if operation["action"] == "receive"}

    assert received == {"receiveTurns", "receiveAnnotations", "receiveLedger"}


@pytest.mark.parametrize("name", DOCUMENT["operations"])
def test_an_operation_handles_all_messages_of_its_channel(name):
    operation = DOCUMENT["operations"][name]
    channel = operation["channel"]["$ref"]

    assert {message["$ref"] for message in operation["messages"]} == {
        f"{channel}/messages/{message}" for message in followed(channel)["messages"]
    }


def test_whoever_reads_records_learns_the_type_of_each_from_a_header():
    headers = DOCUMENT["components"]["messages"]["TurnRecord"]["headers"]

    assert headers["required"] == ["skg-kind"]
