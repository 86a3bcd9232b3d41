"""Derive a certificate again from itself alone (DESIGN.md, section 6).

Level 1 reruns the gates and the detector (or the rule's checker) on what the certificate holds, and must reach the same
verdict and id. Level 2 reads the quoted sentences again with the installed models. What lies between the two turns is
not in a certificate; it is listed under `taken_as_given`.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

import msgspec

from schemas.claim import Claim, Mention, Quantity
from schemas.finding import Certificate, Evidence, FindingKind, Measured
from schemas.record import BoundClaim
from schemas.turn import Role, Turn
from skgeval.annotation.annotate import Annotator, annotate
from skgeval.judgement.certificate import certificate_id
from skgeval.judgement.commitments import recheck
from skgeval.judgement.contradiction.cascade import compare
from skgeval.judgement.contradiction.pair import Pair
from skgeval.judgement.families import relation_family
from skgeval.judgement.observe import observe
from skgeval.judgement.session import Session
from skgeval.judgement.severity import load_severities
from skgeval.knowledge import Knowledge
from skgeval.policy import Policy
from skgeval.vectors import cosine, rows

_SAME_STRENGTH = 1e-6
"""Slack for a strength that went through the JSON codec, which rounds to nine digits."""
_SIDES = 2
_SAME_COMPONENT = 1
"""An int8 component may differ by one between kinds of CPU (DESIGN.md, section 5)."""


class Level(IntEnum):
    """How far a verification got."""

    FAILED = 0
    DERIVED = 1
    EXTRACTED = 2


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One check: its level, what was checked, whether it held, and what was seen."""

    level: Level
    name: str
    held: bool
    detail: str = ""


class Verification(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that was checked, and the level that all checks up to it support."""

    certificate_id: str
    steps: tuple[Step, ...]

    @property
    def level(self) -> Level:
        """The highest level all of whose checks held, and all below it."""
        held = [level for level in (Level.DERIVED, Level.EXTRACTED) if self._holds(level)]
        if Level.DERIVED not in held:
            return Level.FAILED
        return max(held)

    @property
    def sound(self) -> bool:
        """Whether no check failed, at whatever level it was tried."""
        return all(step.held for step in self.steps)

    def _holds(self, level: Level) -> bool:
        tried = [step.held for step in self.steps if step.level is level]
        return bool(tried) and all(tried)


def verify(certificate: Certificate, knowledge: Knowledge, annotator: Annotator | None = None) -> Verification:
    """Check a certificate at level 1, and at level 2 with an annotator whose digests are those it names."""
    steps = [_check_id(certificate)]
    if certificate.kind is FindingKind.FORGOTTEN:
        steps.append(_check_rule(certificate))
    else:
        steps += [*_check_cosines(certificate), _check_conflict(certificate, knowledge)]
    if annotator is not None:
        # Claims of a language model, or given ones, do not follow from the sentence by the rules of another extractor.
        if certificate.digests.extractor == annotator.digests().extractor:
            for name, side in _sides(certificate):
                steps += _read_again(side, name, certificate, annotator, knowledge)
        steps += _encode_again(certificate, annotator)
        if certificate.measured is not None:
            steps.append(_measure_again(certificate.measured, certificate, annotator))
    return Verification(certificate_id=certificate.certificate_id, steps=tuple(steps))


def _sides(certificate: Certificate) -> tuple[tuple[str, Evidence], tuple[str, Evidence]]:
    return ("earlier", certificate.earlier), ("later", certificate.later)


def _check_id(certificate: Certificate) -> Step:
    found = certificate_id(certificate)
    return Step(
        level=Level.DERIVED,
        name="the id is the digest of the content",
        held=found == certificate.certificate_id,
        detail=found,
    )


def _check_rule(certificate: Certificate) -> Step:
    measured = certificate.measured
    name = f"{certificate.detector} finds the rule broken"
    if measured is None:
        return Step(level=Level.DERIVED, name=name, held=False, detail="the certificate holds no measured text")
    breach = recheck(
        measured.rule,
        measured.text,
        measured.sentences,
        measured.language,
        measured.prompt,
        policy=_policy(certificate),
    )
    if breach is None:
        return Step(level=Level.DERIVED, name=name, held=False, detail="the checker finds it kept")
    held = breach.detector is certificate.detector
    return Step(level=Level.DERIVED, name=name, held=held, detail=breach.explanation)


def _check_cosines(certificate: Certificate) -> list[Step]:
    """Recompute the stated cosines from the stored rows; whole-number arithmetic, so they must be equal."""
    steps = []
    for name, found in _cosines(certificate).items():
        held = found is not None and abs(certificate.measurements[name] - found) <= _SAME_STRENGTH
        steps.append(Step(level=Level.DERIVED, name=f"{name} follows from the vectors", held=held, detail=f"{found}"))
    return steps


def _check_conflict(certificate: Certificate, knowledge: Knowledge) -> Step:
    policy = _policy(certificate)
    comparison = compare(_pair(certificate, knowledge), policy, knowledge)
    name = f"gates and cascade answer {certificate.detector}"
    conflict = comparison.conflict
    if conflict is None:
        reason = comparison.rejected_by or "no detector answers"
        if knowledge.digest() != certificate.digests.knowledge:
            reason = f"{reason} (the installed lexicons are not those that it names)"
        return Step(level=Level.DERIVED, name=name, held=False, detail=reason)
    same = conflict.detector is certificate.detector and abs(conflict.strength - certificate.strength) <= _SAME_STRENGTH
    seen = f"{conflict.detector}, strength {conflict.strength:.3f}"
    return Step(level=Level.DERIVED, name=name, held=same, detail=seen)


def _policy(certificate: Certificate) -> Policy:
    return msgspec.convert(certificate.policy, Policy, strict=False)


def _pair(certificate: Certificate, knowledge: Knowledge) -> Pair:
    """Return the pair as it was compared; cosines that were not looked at then are not looked at now."""
    earlier, later, cosines = certificate.earlier, certificate.later, _cosines(certificate)
    return Pair(
        earlier=_bound(earlier, knowledge),
        later=_bound(later, knowledge),
        earlier_speaker=earlier.speaker,
        later_speaker=later.speaker,
        relation_cosine=cosines.get("relation_cosine"),
        object_cosine=cosines.get("object_cosine"),
        sentence_cosine=cosines.get("sentence_cosine"),
        same_turn=earlier.turn == later.turn,
        challenged=certificate.acknowledged,
        new_scope=bool(certificate.measurements.get("new_scope")),
        superseded=_bound(certificate.superseded, knowledge) if certificate.superseded else None,
        earlier_set=earlier.others,
        later_set=later.others,
    )


def _cosines(certificate: Certificate) -> dict[str, float | None]:
    """Return the cosines that the certificate states, from its vectors; None where it lacks the rows."""
    claims = [side.claim for side in (certificate.earlier, certificate.later) if side.claim is not None]
    sentences = rows(certificate.vectors.sentences, certificate.vectors.dimensions)
    found = {
        "relation_cosine": _label_cosine(certificate, *(claim.relation for claim in claims)),
        "object_cosine": _label_cosine(certificate, *(claim.object.label for claim in claims)),
        "sentence_cosine": cosine(sentences[0], sentences[1]) if len(sentences) > 1 else None,
    }
    return {name: value for name, value in found.items() if name in certificate.measurements}


def _bound(side: Evidence, knowledge: Knowledge) -> BoundClaim:
    claim = side.claim or _no_claim(side)
    return BoundClaim(
        key=side.claim_key,
        turn=side.turn,
        turn_id=side.turn_id,
        claim=claim,
        subject=side.subject,
        object=side.object,
        family=relation_family(claim, knowledge),
        text=side.sentence,
    )


def _no_claim(side: Evidence) -> Claim:
    nothing = Mention(text="", label="")
    return Claim(subject=nothing, relation="", object=nothing, speaker=side.speaker, sentence=0, span=side.span)


def _label_cosine(certificate: Certificate, *labels: str) -> float | None:
    vectors = certificate.vectors
    places = {label: place for place, label in enumerate(vectors.labels)}
    table = rows(vectors.label_rows, vectors.dimensions)
    found = [table[places[label]] for label in labels if label in places]
    return cosine(*found) if len(found) == _SIDES else None


def _read_again(
    side: Evidence, name: str, certificate: Certificate, annotator: Annotator, knowledge: Knowledge
) -> list[Step]:
    """Extract from the quoted sentence alone; the conversation may have bound its subject, so that is not compared.

    An answer says so only together with its question ("Yes, 12 months."), a change only as judged.
    """
    wanted = side.claim
    if wanted is None:
        return []
    found = annotate(_spoken(side.speaker, side.sentence), annotator).claims
    held = any(_same_statement(claim, wanted) for claim in found) or any(
        _same_statement(claim, wanted) for claim in _judged_again(side, certificate, annotator, knowledge)
    )
    detail = "" if held else f"{len(found)} claims, none of them this one"
    name = f"the {name} sentence says so when read again"
    return [Step(level=Level.EXTRACTED, name=name, held=held, detail=detail)]


def _judged_again(
    side: Evidence, certificate: Certificate, annotator: Annotator, knowledge: Knowledge
) -> Iterator[Claim]:
    """Go through what a sentence claims right after the sentences that resolve its words, the other's each."""
    other = Role.USER if side.speaker is Role.ASSISTANT else Role.ASSISTANT
    policy, severities = _policy(certificate), load_severities()
    session = Session("verification", policy=policy)
    earlier = [one for one in certificate.bindings if one.sentence and one.turn < side.turn]
    for one in sorted(earlier, key=lambda one: one.turn):
        annotation = annotate(_spoken(other, one.sentence), annotator)
        session.apply(observe(session, annotation, policy, knowledge, severities))
    record = observe(session, annotate(_spoken(side.speaker, side.sentence), annotator), policy, knowledge, severities)
    yield from (bound.claim for bound in record.claims)


def _spoken(role: Role, text: str) -> Turn:
    return Turn(conversation="verification", role=role, text=text)


def _same_statement(found: Claim, wanted: Claim) -> bool:
    if found.relation != wanted.relation or found.polarity != wanted.polarity:
        return False
    if found.quantity and wanted.quantity:
        # The bounds went through the JSON codec, which rounds; what was stated did not.
        return _stated(found.quantity) == _stated(wanted.quantity)
    bound_by_conversation = found.object.reference is not None
    return bound_by_conversation or found.object.label == wanted.object.label


def _stated(quantity: Quantity) -> tuple[float, str, str, str]:
    return quantity.value, quantity.unit, quantity.comparator, quantity.role


def _encode_again(certificate: Certificate, annotator: Annotator) -> list[Step]:
    stored = certificate.vectors
    if not stored.sentences or certificate.digests.encoder != annotator.encoder.digest():
        return []
    texts = [certificate.earlier.sentence, certificate.later.sentence]
    fresh = annotator.encoder.encode(texts)
    difference = abs(rows(stored.sentences, stored.dimensions) - fresh).max()
    return [
        Step(
            level=Level.EXTRACTED,
            name="the sentence vectors are those of the sentences",
            held=bool(difference <= _SAME_COMPONENT),
            detail=f"largest difference {int(difference)}",
        )
    ]


def _measure_again(measured: Measured, certificate: Certificate, annotator: Annotator) -> Step:
    again = annotate(_spoken(Role.ASSISTANT, measured.text), annotator)
    breach = recheck(
        measured.rule, again.text, again.sentences, again.language, measured.prompt, policy=_policy(certificate)
    )
    return Step(
        level=Level.EXTRACTED,
        name="the rule is broken when the reply is prepared again",
        held=breach is not None and breach.detector is certificate.detector,
    )
