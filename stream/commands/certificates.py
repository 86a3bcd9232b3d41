"""`skg certificates list|show`: what has been proven, from the archive."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from typing import Annotated

import typer
from rich.table import Table

from alerts.archive import Archive, CertificateFilter, open_archive
from schemas.codec import encode_json
from schemas.finding import Certificate, Detector, Evidence, FindingKind, Severity
from stream.ages import parse_since
from stream.options import ConfigFile, DataDir, text
from stream.printing import table_console
from stream.settings import load_settings

AsJson = Annotated[bool, typer.Option("--json", help="JSON, one certificate a line, instead of a table.")]


def add_to(app: typer.Typer) -> None:
    """Register the command and its two verbs."""
    verbs = typer.Typer(help="List and show archived certificates.", no_args_is_help=True)
    verbs.command("list")(list_certificates)
    verbs.command("show")(show)
    app.add_typer(verbs, name="certificates")


def list_certificates(  # noqa: PLR0913 - one parameter an option
    *,
    conversation: Annotated[str, typer.Option(help="Only of this conversation.")] = "",
    tenant: Annotated[str | None, typer.Option(help="Only of this tenant ('' is those without one).")] = None,
    assistant: Annotated[str, typer.Option(help="Only of this assistant.")] = "",
    assistant_version: Annotated[
        str | None, typer.Option(help="Only of this version of it ('' is turns without one).")
    ] = None,
    detector: Annotated[Detector | None, typer.Option(help="Only by this detector.")] = None,
    severity: Annotated[Severity | None, typer.Option(help="Only of this severity.")] = None,
    kind: Annotated[FindingKind | None, typer.Option(help="contradiction or forgotten.")] = None,
    since: Annotated[
        str, typer.Option(metavar="AGE|TIME", help="Only turns from then on: 30m, 1h, 2d, or a time (UTC).")
    ] = "",
    limit: Annotated[int, typer.Option(min=1, help="At most this many, the newest.")] = 100,
    as_json: AsJson = False,
    data_dir: DataDir = None,
    config: ConfigFile = None,
) -> None:
    """List certificates, the newest last."""
    wanted = CertificateFilter(
        conversation=conversation,
        tenant=tenant,
        assistant=assistant,
        assistant_version=assistant_version,
        detector=detector or "",
        severity=severity or "",
        kind=kind or "",
        since=parse_since(since, datetime.now(UTC), "--since") if since else None,
        limit=limit + 1,
    )
    settings = load_settings(os.environ, file=config, given={"data_dir": text(data_dir)})
    archive = open_archive(settings.archive())
    try:
        found = archive.certificates(wanted)
    finally:
        archive.close()
    if limit < len(found):
        found = found[-limit:]
        typer.echo(f"These are the newest {limit:,}; there are more, and --limit shows them.", err=True)
    if as_json:
        for certificate in found:
            sys.stdout.write(f"{encode_json(certificate).decode()}\n")
        return
    console = table_console()
    if not found:
        console.print(f"No such certificates in {settings.shown()['archive_url']}.", markup=False, soft_wrap=True)
        return
    table = Table("id", "conversation", "severity", "detector", "what happened", box=None, pad_edge=False)
    for certificate in found:
        table.add_row(
            certificate.certificate_id[:8],
            certificate.conversation,
            certificate.severity,
            certificate.detector,
            certificate.explanation,
        )
    console.print(table, markup=False)


def show(
    *,
    certificate_id: Annotated[str, typer.Argument(metavar="ID", help="The id, or the beginning of it.")],
    as_json: AsJson = False,
    data_dir: DataDir = None,
    config: ConfigFile = None,
) -> None:
    """Show one certificate with all that proves it."""
    archive = archive_of(text(data_dir), config)
    try:
        certificate = archive.certificate(certificate_id)
    finally:
        archive.close()
    if as_json:
        sys.stdout.write(f"{encode_json(certificate).decode()}\n")
        return
    console = table_console()
    for heading, lines in _sections(certificate):
        console.print(heading, style="bold", markup=False)
        for line in lines:
            console.print(f"  {line}", markup=False)


def archive_of(data_dir: str | None, config: ConfigFile) -> Archive:
    """Open the archive that the settings name."""
    return open_archive(load_settings(os.environ, file=config, given={"data_dir": data_dir}).archive())


def _sections(certificate: Certificate) -> list[tuple[str, list[str]]]:
    sections = [
        (certificate.explanation, []),
        ("Certificate", _summary(certificate)),
        ("Earlier", _evidence(certificate.earlier)),
        ("Later", _evidence(certificate.later)),
    ]
    measured = certificate.measured
    optional = [
        ("Also in conflict", [f"turn {side.turn + 1}: {side.sentence}" for side in certificate.also]),
        ("Rule", [f"{measured.rule.kind}: {measured.rule.text}"] if measured else []),
        (
            "Resolved words",
            [f"“{b.text}” is {b.entity} (turn {b.turn + 1}: {b.sentence})" for b in certificate.bindings],
        ),
        ("Measured", [f"{name} = {value:.4g}" for name, value in certificate.measurements.items()]),
        ("Lexicon entries", list(certificate.knowledge)),
        ("Gates passed", [f"{gate.name} x {gate.factor:g} {gate.reason}".strip() for gate in certificate.gates]),
        ("Looked for a revision", list(certificate.revision_checked)),
        ("Path on the graph", list(certificate.path)),
        ("Taken as given", list(certificate.taken_as_given)),
    ]
    return sections + [(heading, lines) for heading, lines in optional if lines]


def _summary(certificate: Certificate) -> list[str]:
    version = f" {certificate.assistant_version}" if certificate.assistant_version else ""
    lines = [
        f"id {certificate.certificate_id}",
        f"{certificate.kind} found by {certificate.detector}, severity {certificate.severity}",
        f"strength {certificate.strength:.2f}, confidence {certificate.confidence:.2f}",
        f"assistant {certificate.assistant}{version}, conversation {certificate.conversation}",
    ]
    if certificate.occurred_at is not None:
        lines.append(f"at {certificate.occurred_at.isoformat()}")
    if certificate.acknowledged:
        lines.append("acknowledged by the assistant after the user's objection")
    if certificate.repeat_of:
        lines.append(f"repeats {certificate.repeat_of}")
    return lines


def _evidence(side: Evidence) -> list[str]:
    lines = [f"turn {side.turn + 1}, {side.speaker}: “{side.sentence}”"]
    if side.claim is not None:
        relation = side.claim.relation if side.claim.polarity else f"not {side.claim.relation}"
        lines.append(f"read as: {side.subject} | {relation} | {side.claim.object.label}")
    return lines
