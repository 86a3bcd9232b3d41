"""How clauses address an assistant, as one frozen value of regular expressions (METHOD.md, section 9).

The forms are data in `data/rule_forms.toml`; `skgeval.annotation.rules.directive` strips them off a clause.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import msgspec

from schemas.digest import digest


class Form(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A way to address the assistant; `turns` is what it makes of the matter: "avoid", "allow", "need_not" or ""."""

    form: str
    turns: str = ""


class RuleForms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All forms, in the order in which they are tried."""

    fillers: tuple[str, ...]
    tails: tuple[str, ...]
    subjects: tuple[str, ...]
    requests: tuple[Form, ...]
    promises: tuple[Form, ...]

    def digest(self) -> str:
        """Return the digest of all forms."""
        return digest("rule-forms", msgspec.to_builtins(self))


def load_rule_forms() -> RuleForms:
    """Read the data file; called once, at composition."""
    text = files("skgeval.knowledge").joinpath("data").joinpath("rule_forms.toml").read_text(encoding="utf-8")
    data: dict[str, Any] = tomllib.loads(text)
    shared = {"{ANSWERS}": data.pop("answers"), "{OWN}": data.pop("own"), "{MUST}": data.pop("must")}
    return msgspec.convert(_filled(data, shared), RuleForms)


def _filled(value: Any, shared: dict[str, str]) -> Any:  # noqa: ANN401 - TOML values of any shape
    if isinstance(value, str):
        for mark, pattern in shared.items():
            value = value.replace(mark, pattern)
        return value
    if isinstance(value, list):
        return [_filled(one, shared) for one in value]
    return {key: _filled(one, shared) for key, one in value.items()}
