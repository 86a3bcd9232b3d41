"""Where labelled data lies: data sets as (gzip'd) JSON Lines in one folder, cases as YAML in another."""

from __future__ import annotations

import gzip
from collections.abc import Collection
from pathlib import Path

import yaml

from skgeval.evaluation.errors import DataError
from skgeval.evaluation.labelled import DataSet, profile_of, read_cases, read_examples, sample
from skgeval.policy import Profile

_ENDINGS = (".jsonl", ".jsonl.gz", ".yaml", ".yml")


def load_sets(
    places: Collection[Path], wanted: Collection[str], profile: Profile | None, limit: int | None
) -> tuple[DataSet, ...]:
    """Read the sets in `places`, folders or files, that are `wanted` (all when empty), `limit` examples of each.

    A set is named after its file. Raises DataError for an unknown name or a faulty file.
    """
    for place in places:
        if not place.exists():
            raise DataError(source=str(place), place="--data or --cases", problem="there is no such folder or file")
    files = {
        path.name.split(".")[0]: path
        for place in places
        for path in (sorted(place.iterdir()) if place.is_dir() else (place,))
        if path.name.endswith(_ENDINGS)
    }
    unknown = sorted(set(wanted) - set(files))
    if unknown:
        there = ", ".join(sorted(files)) or "none"
        raise DataError(source=unknown[0], place="--set", problem=f"there is no such set; there are: {there}")
    chosen = {name: path for name, path in files.items() if not wanted or name in wanted}
    return tuple(_load(name, path, profile or profile_of(name), limit) for name, path in chosen.items())


def _load(name: str, path: Path, profile: Profile, limit: int | None) -> DataSet:
    if path.suffix in {".yaml", ".yml"}:
        try:
            examples = read_cases(yaml.safe_load(path.read_text("utf-8")), path.name)
        except yaml.YAMLError as error:
            raise DataError(source=path.name, place="the whole file", problem=str(error)) from error
    else:
        data = path.read_bytes()
        lines = (gzip.decompress(data) if path.suffix == ".gz" else data).splitlines()
        examples = read_examples(lines, path.name)
    return DataSet(name=name, profile=profile, examples=sample(examples, limit))
