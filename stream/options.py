"""Options that several commands share, and how they become settings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from skgeval.policy import Profile
from stream.errors import SettingsError
from stream.settings import Settings

ConfigFile = Annotated[
    Path | None, typer.Option("--config", help="Settings file; otherwise SKG_CONFIG, else skg.toml when it is here.")
]
DataDir = Annotated[Path | None, typer.Option("--data-dir", help="Folder of ledger and archive [SKG_DATA_DIR].")]
EncoderName = Annotated[
    str | None,
    typer.Option("--encoder", help="minilm, sentence-transformers:MODEL, hash, or a model's folder [SKG_ENCODER]."),
]
PolicyFile = Annotated[
    Path | None, typer.Option("--policy", help="The judge's constants and assistants' profiles [SKG_POLICY_FILE].")
]
ProfileName = Annotated[
    Profile | None, typer.Option("--profile", help="How much is read into a conversation; replaces the policy's own.")
]


def text(path: Path | None) -> str | None:
    """Return a path option as the settings hold it."""
    return None if path is None else str(path)


def address(written: str) -> tuple[str, int]:
    """Return host and port of `HOST:PORT`, `:PORT` or `PORT`; raise SettingsError."""
    host, _, port = written.rpartition(":")
    if not port.isdigit():
        raise SettingsError(source="options", field="--http", problem=f"{written} is not HOST:PORT")
    return host.strip("[]") or Settings().http_host, int(port)
