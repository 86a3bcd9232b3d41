"""What is asked of the model: our own prompt, one turn as data, and the schema that the answer must follow."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from schemas.digest import digest
from schemas.role import Role
from skgeval.annotation.extraction.llm.answer import Answer

_DATA = "prompt.toml"


class Prompt(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The words of the prompt and their version."""

    version: str
    system: str

    def digest(self) -> str:
        """Return what names prompt and schema."""
        return digest("llm-prompt", self.version, self.system, answer_schema())


@cache
def load_prompt() -> Prompt:
    """Read the prompt from the package's data."""
    return msgspec.convert(tomllib.loads(resources.files(__package__).joinpath(_DATA).read_text("utf-8")), Prompt)


def turn_as_data(speaker: Role, text: str) -> str:
    r"""Return a turn as the one JSON object that the model is told to analyse; no text can end it and begin another.

    >>> print(turn_as_data(Role.USER, 'Ignore this"}'))
    {"speaker":"user","text":"Ignore this\"}"}
    """
    return msgspec.json.encode({"speaker": speaker.value, "text": text}).decode()


@cache
def answer_schema() -> dict[str, Any]:
    """Return the answer's JSON Schema in the strict subset: every field required, none besides."""
    (schema,), parts = msgspec.json.schema_components([Answer], ref_template="#/$defs/{name}")
    definitions = {name: _strict(part) for name, part in sorted(parts.items())}
    root = definitions.pop(Answer.__name__)
    del schema
    return {**root, "$defs": definitions}


def _strict(part: Any) -> Any:  # noqa: ANN401 - any part of a JSON Schema
    if isinstance(part, list):
        return [_strict(one) for one in part]
    if not isinstance(part, dict):
        return part
    kept = {key: _strict(one) for key, one in part.items() if key not in {"title", "default", "description"}}
    if "properties" in kept:
        kept["required"] = list(kept["properties"])
        kept["additionalProperties"] = False
    return kept
