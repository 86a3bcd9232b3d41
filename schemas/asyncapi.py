"""The topics as an AsyncAPI 3 document, for people and programs that produce to them or consume from them.

The file schemas/asyncapi.json is what `document` returns; `make goldens` rewrites it and a test compares them. It
points at the files of `schemas.jsonschema` beside it. Actions are seen from the monitor: it receives turns.
"""

from __future__ import annotations

from typing import Any

import msgspec

from schemas.codec import VERSIONS
from schemas.jsonschema import file_name
from schemas.topics import (
    ANNOTATIONS,
    CERTIFICATES,
    DEAD_LETTERS,
    HEADERS,
    LEDGER,
    RECORDS,
    TURNS,
    Codec,
    Topic,
)

FILE = "asyncapi.json"
ASYNCAPI = "3.0.0"
KAFKA_BINDING = "0.5.0"
VERSION = "1.0.0"
"""Rises with whatever is on the wire."""
CHANNELS = {
    "turns": TURNS,
    "annotations": ANNOTATIONS,
    "records": RECORDS,
    "certificates": CERTIFICATES,
    "deadLetters": DEAD_LETTERS,
    "ledger": LEDGER,
}
DEAD_LETTER = "DeadLetter"
_OPERATIONS = (
    ("receiveTurns", "receive", "turns", "Read turns from the applications that hold the conversations."),
    ("sendAnnotations", "send", "annotations", "Pass on what a turn says, and commands, to the judge."),
    ("receiveAnnotations", "receive", "annotations", "Judge what has been annotated, and obey commands."),
    ("sendRecords", "send", "records", "Tell what was judged, what ended and what was erased."),
    ("sendCertificates", "send", "certificates", "Tell what was proven: alerts."),
    ("sendDeadLetters", "send", "deadLetters", "Put aside what is no turn."),
    ("sendLedger", "send", "ledger", "Keep the state of each conversation."),
    ("receiveLedger", "receive", "ledger", "Take over conversations from another worker."),
)
_CONTENT_TYPES = {
    Codec.JSON: "application/json",
    Codec.MESSAGEPACK: "application/vnd.msgpack",
    Codec.RAW: "application/octet-stream",
}
_SCHEMA_FORMAT = "application/schema+json;version=2020-12"
_ABOUT = (
    "Turns of live conversations go in, records of what was judged and certificates of contradictions come out."
    " Keys are partitioned by murmur2, as Kafka's Java client and kafka-python do by default; librdkafka needs"
    " partitioner=murmur2_random. An installation's topic_prefix stands before every address but the ledger's."
)
_MILLISECONDS = 1_000


def document() -> bytes:
    """Return the document as JSON, keys sorted, ready to be written."""
    made = {
        "asyncapi": ASYNCAPI,
        "id": "urn:skgeval-monitor",
        "info": {
            "title": "SKG Monitor",
            "version": VERSION,
            "description": _ABOUT,
            "license": {"name": "Apache-2.0", "url": "https://www.apache.org/licenses/LICENSE-2.0"},
        },
        "defaultContentType": _CONTENT_TYPES[Codec.JSON],
        "channels": {name: _channel(topic) for name, topic in CHANNELS.items()},
        "operations": {name: _operation(*rest) for name, *rest in _OPERATIONS},
        "components": {"messages": _messages()},
    }
    return msgspec.json.format(msgspec.json.encode(made, order="sorted"), indent=2) + b"\n"


def _channel(topic: Topic) -> dict[str, Any]:
    address = topic.name
    channel: dict[str, Any] = {
        "summary": topic.help,
        "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in _names(topic)},
        "bindings": {"kafka": {"topicConfiguration": _configuration(topic), "bindingVersion": KAFKA_BINDING}},
    }
    if topic is LEDGER:
        address = f"{{app_id}}-judge-{topic.name}"
        channel["parameters"] = {"app_id": {"description": "Name of the installation.", "default": "skg"}}
    else:
        channel["bindings"]["kafka"]["partitions"] = topic.partitions
    return {**channel, "address": address}


def _configuration(topic: Topic) -> dict[str, Any]:
    configuration: dict[str, Any] = {"cleanup.policy": [topic.cleanup.value]}
    if topic.retention is not None:
        configuration["retention.ms"] = topic.retention * _MILLISECONDS
    return configuration


def _operation(action: str, channel: str, summary: str) -> dict[str, Any]:
    return {
        "action": action,
        "channel": {"$ref": f"#/channels/{channel}"},
        "summary": summary,
        "messages": [{"$ref": f"#/channels/{channel}/messages/{name}"} for name in _names(CHANNELS[channel])],
    }


def _names(topic: Topic) -> list[str]:
    """Return the names of a topic's messages; one type written in two ways is two messages."""
    if topic.codec is Codec.RAW:
        return [DEAD_LETTER]
    return [_message_name(value, topic) for value in topic.values]


def _message_name(value: str, topic: Topic) -> str:
    return f"Ledger{value}" if topic is LEDGER else value


def _messages() -> dict[str, Any]:
    kinds = {kind.__name__: kind for kind in VERSIONS}
    messages: dict[str, Any] = {}
    for topic in CHANNELS.values():
        for value in topic.values:
            kind = kinds[value]
            messages[_message_name(value, topic)] = {
                **_message(topic),
                "title": value,
                "summary": (kind.__doc__ or "").partition("\n")[0],
                "payload": {"schemaFormat": _SCHEMA_FORMAT, "schema": {"$ref": f"./json/{file_name(kind)}"}},
            }
    return {**messages, DEAD_LETTER: {**_message(DEAD_LETTERS), "title": "Dead letter", "summary": DEAD_LETTERS.help}}


def _message(topic: Topic) -> dict[str, Any]:
    """Return what all messages of a topic have in common."""
    common: dict[str, Any] = {
        "contentType": _CONTENT_TYPES[topic.codec],
        "bindings": {"kafka": {"key": {"type": "string", "description": topic.key}, "bindingVersion": KAFKA_BINDING}},
    }
    headers = {header.name: header for header in HEADERS if topic.name in header.topics}
    if headers:
        common["headers"] = {
            "type": "object",
            "properties": {name: {"type": "string", "description": header.help} for name, header in headers.items()},
            "required": [name for name, header in headers.items() if header.always],
        }
    return common
