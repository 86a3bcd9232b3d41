"""Those who want to see certificates as they arise: programs as JSON lines, people as sentences."""

from __future__ import annotations

from typing import TextIO

from schemas.codec import encode_json
from schemas.finding import Certificate
from schemas.record import TurnRecord
from schemas.session import SessionSummary
from skgeval.judgement.explain import explain


class CertificateLines:
    """Writes each certificate as one line of JSON."""

    def __init__(self, out: TextIO) -> None:
        """Write to `out`, flushed at each certificate."""
        self._out = out

    def record(self, record: TurnRecord) -> None:
        """Write the certificates of a record."""
        for certificate in record.certificates:
            print(encode_json(certificate).decode(), file=self._out, flush=True)

    def summary(self, summary: SessionSummary) -> None:
        """Nothing: a summary is no certificate."""


class CertificateSentences:
    """Writes each certificate as one sentence."""

    def __init__(self, out: TextIO) -> None:
        """Write to `out`, flushed at each certificate."""
        self._out = out

    def record(self, record: TurnRecord) -> None:
        """Write the certificates of a record."""
        for certificate in record.certificates:
            print(sentence(certificate), file=self._out, flush=True)

    def summary(self, summary: SessionSummary) -> None:
        """Nothing: a summary is no certificate."""


class Tally:
    """Counts what was recorded."""

    def __init__(self) -> None:
        """Start at zero."""
        self.turns = 0
        self.certificates = 0

    def record(self, record: TurnRecord) -> None:
        """Count a record."""
        self.turns += 1
        self.certificates += len(record.certificates)

    def summary(self, summary: SessionSummary) -> None:
        """Nothing: its turns have been counted."""


def sentence(certificate: Certificate) -> str:
    """Return a certificate as one line for people: where, how loud, what, and the id to look it up by."""
    said_again = ", said again" if certificate.repeat_of else ""
    return (
        f"[{certificate.conversation}] {certificate.kind.value} ({certificate.severity.value}{said_again}): "
        f"{explain(certificate)} [{certificate.certificate_id[:12]}]"
    )
