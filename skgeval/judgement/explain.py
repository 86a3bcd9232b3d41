"""A certificate as one sentence for a person; turns count from 1 there (DESIGN.md, sections 4 and 6)."""

from __future__ import annotations

from schemas.claim import ASSISTANT, USER
from schemas.finding import Certificate, Detector, Evidence, FindingKind
from schemas.turn import Role

_QUOTE_LIMIT = 160

_SPEAKERS = {
    Role.USER: "the user",
    Role.ASSISTANT: "the assistant",
    Role.SYSTEM: "the system prompt",
    Role.TOOL: "the tool",
}

_BROKEN = {
    Detector.RULE_LANGUAGE: "answered in another language",
    Detector.RULE_LENGTH: "did not keep to the agreed length",
    Detector.RULE_FORMAT: "did not keep to the agreed format",
    Detector.RULE_MENTION: "left out what it had to mention",
    Detector.RULE_AVOID: "mentioned what it had to avoid",
    Detector.RULE_START: "did not start as agreed",
    Detector.RULE_END: "did not end as agreed",
    Detector.RULE_ADDRESS: "did not address the user as agreed",
    Detector.RULE_TONE: "did not keep the agreed tone",
    Detector.RULE_UNITS: "used other units than agreed",
    Detector.RULE_SPELLING: "used another spelling than agreed",
    Detector.RULE_ONE_QUESTION: "asked more than one question",
    Detector.RULE_PERSONA: "left the agreed persona",
    Detector.RULE_UNASKED: "did unasked what it was told not to",
}


def explain(certificate: Certificate) -> str:
    """Return what happened in one sentence, quoting both sides.

    "In turn 7 the assistant said “It lasts 12 months”; in turn 2 it had said “Your warranty lasts 24 months”."
    """
    if certificate.kind is FindingKind.FORGOTTEN:
        return _forgotten(certificate)
    return _contradiction(certificate)


def _contradiction(certificate: Certificate) -> str:
    earlier, later = certificate.earlier, certificate.later
    about = _about(certificate)
    said = f"In turn {later.turn + 1} {_SPEAKERS[later.speaker]} said {_quoted(later)}"
    if earlier.turn == later.turn:
        had = f"in the same turn it also said {_quoted(earlier)}"
    else:
        who = "it" if earlier.speaker is later.speaker else _SPEAKERS[earlier.speaker]
        had = f"in turn {earlier.turn + 1} {who} had said {_quoted(earlier)}"
    others = dict.fromkeys(side.turn for side in certificate.also if side.turn != earlier.turn)
    notes = [f"also against turn {turn + 1}" for turn in [*others][:3]]
    if certificate.acknowledged:
        notes.append("acknowledged only after the user's objection")
    if certificate.repeat_of:
        notes.append("said again")
    tail = f" ({'; '.join(notes)})" if notes else ""
    return f"{said}{about}; {had}{tail}."


def _forgotten(certificate: Certificate) -> str:
    earlier, later = certificate.earlier, certificate.later
    broken = _BROKEN.get(certificate.detector, "broke a rule")
    who = "it had promised" if earlier.speaker is Role.ASSISTANT else f"{_SPEAKERS[earlier.speaker]} had said"
    return (
        f"In turn {later.turn + 1} the assistant {broken}{_counted(certificate)}: {_quoted(later)}; "
        f"in turn {earlier.turn + 1} {who} {_quoted(earlier)}."
    )


def _counted(certificate: Certificate) -> str:
    """Say what was counted where the rule is a number: " (5 sentences)"."""
    count, measured = certificate.measurements.get("count"), certificate.measured
    if certificate.detector is not Detector.RULE_LENGTH or count is None or measured is None:
        return ""
    unit = measured.rule.unit
    return f" ({count:.0f} {unit.removesuffix('s') if count == 1 else unit})"


def _about(certificate: Certificate) -> str:
    """Name the subject where the later words alone do not ("Yes, 12 months.")."""
    subject = certificate.later.subject
    thing = subject.removeprefix(f"{USER}'s ").removeprefix(f"{ASSISTANT}'s ")
    if (
        not certificate.bindings
        or thing in {"", USER, ASSISTANT}
        or thing.lower() in certificate.later.sentence.lower()
    ):
        return ""
    if thing == subject:
        return f" about {thing}"
    return f" about the {'user' if subject.startswith(USER) else 'assistant'}'s {thing}"


def _quoted(side: Evidence) -> str:
    text = " ".join(side.sentence.split()).removesuffix(".")
    if len(text) > _QUOTE_LIMIT:
        text = f"{text[: _QUOTE_LIMIT - 1].rstrip()}…"
    return f"“{text}”"
