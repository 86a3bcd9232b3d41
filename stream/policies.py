"""The judge's constants as a deployment sets them: `policy.toml`, one Policy per assistant.

```toml
[policy]                 # every assistant
report_strength = 0.6
[annotation]             # limits of reading one turn
max_sentences = 80
[profiles.task]          # every assistant of that profile, over [policy]
about_tolerance = 0.05
[assistants]             # which profile each assistant has; others have "default"
default = "assistant"
booking-bot = "task"
```
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from skgeval.policy import AnnotationPolicy, Policy, Profile
from stream.errors import SettingsError
from stream.settings import read_toml

Section = TypeVar("Section", bound=msgspec.Struct)
DEFAULT = "default"
"""The entry of `[assistants]` that stands for all assistants not named."""


class Policies(msgspec.Struct, frozen=True, kw_only=True):
    """Which policy judges which assistant, and the one that turns are read with."""

    annotation: AnnotationPolicy = AnnotationPolicy()
    default: Policy = Policy()
    assistants: dict[str, Policy] = {}

    def of(self, assistant: str) -> Policy:
        """Return the policy of an assistant."""
        return self.assistants.get(assistant, self.default)


class _PolicyFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sections of policy.toml."""

    policy: dict[str, object] = {}
    annotation: dict[str, object] = {}
    profiles: dict[Profile, dict[str, object]] = {}
    assistants: dict[str, Profile] = {}


def load_policies(file: str | Path, *, profile: Profile | None = None) -> Policies:
    """Return the policies of `file` ("" is the defaults), each checked; raise SettingsError naming the field.

    `profile` replaces the file's default profile.
    """
    source = str(file) or "policy"
    sections = _convert(read_toml(Path(file)) if file else {}, _PolicyFile, source, "")
    default = profile or sections.assistants.get(DEFAULT, Profile.ASSISTANT)

    def of(wanted: Profile) -> Policy:
        values = {**sections.policy, **sections.profiles.get(wanted, {})}
        if "profile" in values:
            raise SettingsError(source=source, field="profile", problem="is set under [assistants], not as a constant")
        return _convert({**values, "profile": wanted.value}, Policy, source, "policy")

    for unused in Profile:
        of(unused)  # a mistake in any section is refused now, not when an assistant first needs it
    return Policies(
        annotation=_convert(sections.annotation, AnnotationPolicy, source, "annotation"),
        default=of(default),
        assistants={name: of(wanted) for name, wanted in sorted(sections.assistants.items()) if name != DEFAULT},
    )


def _convert(values: dict[str, object], kind: type[Section], source: str, section: str) -> Section:
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as error:
        problem, _, place = str(error).partition(" - at `$")
        field = ".".join(part for part in (section, place.strip("`.")) if part)
        raise SettingsError(source=source, field=field, problem=problem[0].lower() + problem[1:]) from error
