"""`skg verify FILE`: derive certificates again, from themselves alone and, with the models, from the quoted words."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from schemas.codec import decode_json
from schemas.errors import WireError
from schemas.finding import Certificate
from skgeval.knowledge import load_knowledge
from skgeval.verification import Level, Verification, verify
from stream.composition import load_annotator
from stream.errors import SourceError
from stream.options import ConfigFile, EncoderName
from stream.settings import load_settings


class Wanted(StrEnum):
    """Up to which level to verify."""

    DERIVE = "1"
    EXTRACT = "2"


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("verify")(verify_file)


def verify_file(
    *,
    path: Annotated[
        Path, typer.Argument(metavar="CERTIFICATE.json", help="One certificate, or one a line; - is standard input.")
    ],
    level: Annotated[
        Wanted, typer.Option(help="1 reruns gates and detector; 2 also reads the quoted sentences again.")
    ] = Wanted.EXTRACT,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a certificate.")] = False,
    config: ConfigFile = None,
    encoder: EncoderName = None,
) -> None:
    """Derive certificates again; exit code 1 when one does not hold."""
    certificates = _read(path)
    settings = load_settings(os.environ, file=config, given={"encoder": encoder, "extractor": "local"})
    annotator = load_annotator(settings) if level is Wanted.EXTRACT else None
    knowledge = load_knowledge()
    console = Console(highlight=False)
    sound = True
    for certificate in certificates:
        verification = verify(certificate, knowledge, annotator)
        sound = sound and verification.sound
        if as_json:
            sys.stdout.write(f"{_json(verification)}\n")
        else:
            _print(console, certificate, verification)
    if not sound:
        raise typer.Exit(1)


def _read(path: Path) -> list[Certificate]:
    """Return the certificates of a file that holds one, or one a line; raises SourceError."""
    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except OSError as error:
        raise SourceError(source=str(path), problem=f"cannot be read: {error.strerror}") from error
    if not data.strip():
        raise SourceError(source=str(path), problem="is empty; `skg certificates show ID --json` writes a certificate")
    try:
        return [decode_json(data, Certificate)]
    except WireError as error:
        lines = [line for line in data.splitlines() if line.strip()]
        if len(lines) == 1 or not lines[0].rstrip().endswith(b"}"):
            raise _no_certificate(path, error) from error
    try:
        return [decode_json(line, Certificate) for line in lines]
    except WireError as error:
        raise _no_certificate(path, error) from error


def _no_certificate(path: Path, error: WireError) -> SourceError:
    where = f"field `{error.field}`: " if error.field else ""
    advice = "`skg certificates show ID --json` writes one"
    return SourceError(source=str(path), problem=f"is no certificate: {where}{error.problem}; {advice}")


def _json(verification: Verification) -> str:
    fields = {"level": int(verification.level), "sound": verification.sound, **msgspec.to_builtins(verification)}
    return msgspec.json.encode(fields).decode()


_REACHED = {
    Level.FAILED: "not derived",
    Level.DERIVED: "level 1: gates and detector reach the same verdict",
    Level.EXTRACTED: "level 2: the models read the same from the quoted sentences",
}


def _print(console: Console, certificate: Certificate, verification: Verification) -> None:
    console.print(f"{certificate.certificate_id[:8]}  {certificate.explanation}", markup=False)
    for step in verification.steps:
        mark = "[green]holds[/]" if step.held else "[red]fails[/]"
        console.print(f"  {mark}  {_plain(step.name)}" + (f"  [dim]{_plain(step.detail)}[/]" if step.detail else ""))
    console.print(f"  reached {_REACHED[verification.level]}", style="bold")


def _plain(words: str) -> str:
    """Keep a conversation's brackets from being read as markup."""
    return words.replace("[", r"\[")
