"""How loud a finding is, and how likely right: a table per detector, apart from scores (METHOD.md, section 11).

Calibrating again changes this table alone: neither strengths, nor scores, nor certificate ids move with it.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files

import msgspec

from schemas.digest import digest
from schemas.finding import Detector, Severity
from skgeval.errors import SeverityTableError
from skgeval.policy import Policy


class SeverityRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One detector's tier, and its precision where half of what it could flag is wrong."""

    severity: Severity
    precision: float
    false_alarms: float | None = None
    """Alarms per 1,000 clean assistant turns, where measured."""
    note: str = ""


class SeverityTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A severity and a precision for every detector, the data and the command that they come from."""

    version: str
    data: str
    command: str
    rows: dict[Detector, SeverityRow]
    identity: str = ""

    def __post_init__(self) -> None:
        """Refuse a table that leaves a detector out or gives a precision that is no share."""
        missing = sorted(detector.value for detector in Detector if detector not in self.rows)
        if missing:
            raise SeverityTableError(version=self.version, problem=f"no row for {', '.join(missing)}")
        for detector, row in self.rows.items():
            if not 0.0 < row.precision < 1.0:
                raise SeverityTableError(version=self.version, problem=f"precision of {detector} is not within (0, 1)")

    def digest(self) -> str:
        """Return the digest of all values; a loaded table holds it, as every record names it."""
        return self.identity or digest("severity-table", msgspec.to_builtins(self))

    def severity(self, detector: Detector) -> Severity:
        """Return the tier of a detector."""
        return self.rows[detector].severity

    def confidence(self, detector: Detector, policy: Policy) -> float:
        """Return the share of right findings where `policy.base_rate` of the turns are wrong.

        The precision was measured at a base rate of one half, where its odds are the detector's likelihood ratio; Bayes
        carries that to the assumed base rate.
        """
        precision = self.rows[detector].precision
        right = precision * policy.base_rate
        wrong = (1.0 - precision) * (1.0 - policy.base_rate)
        return right / (right + wrong) if right > 0 else 0.0


def parse_severities(text: str) -> SeverityTable:
    """Return the table written in TOML.

    Raises:
        SeverityTableError: where the text is no such table.

    """
    try:
        table = msgspec.convert(tomllib.loads(text) | {"identity": ""}, SeverityTable)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise SeverityTableError(version="", problem=str(error)) from error
    return msgspec.structs.replace(table, identity=table.digest())


def load_severities() -> SeverityTable:
    """Return the table that ships with the package; called once, at composition."""
    return parse_severities((files("skgeval.knowledge") / "data" / "severity.toml").read_text(encoding="utf-8"))
