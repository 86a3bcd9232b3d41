"""One turn, judged: session and annotation in, record out (METHOD.md, part 1; DESIGN.md, section 3)."""

from __future__ import annotations

import msgspec

from schemas.annotation import Annotation, CueKind, Vectors
from schemas.finding import Certificate, Detector, Finding, FindingKind
from schemas.record import NewEntity, OpenSlot, Scores, TurnRecord
from schemas.turn import Role
from skgeval.judgement.certificate import VERDICT_VERSION, BrokenRule, Provenance, certify_breach, reply_evidence
from skgeval.judgement.changes import reported_changes
from skgeval.judgement.commitments import breaches, updated
from skgeval.judgement.consistency import anchored, asked_about, opens_topic
from skgeval.judgement.draft import Draft
from skgeval.judgement.judging import Bench, Judgement, finding_of, judge
from skgeval.judgement.questions import asked, still_open
from skgeval.judgement.reading import read_claims
from skgeval.judgement.scoring import score, with_trend
from skgeval.judgement.session import Session
from skgeval.judgement.severity import SeverityTable
from skgeval.knowledge import Knowledge
from skgeval.policy import Policy


def observe(
    session: Session, annotation: Annotation, policy: Policy, knowledge: Knowledge, severities: SeverityTable
) -> TurnRecord:
    """Judge the next turn of a session, which is read and never changed; `session.apply` takes the record in."""
    draft = Draft(session, annotation, policy, knowledge)
    provenance = _provenance(session, annotation, policy, knowledge, severities)
    bench = Bench(draft, severities, provenance)

    answered = read_claims(draft)
    opened = asked(draft)
    changes = reported_changes(draft)
    spoken_of = session.graph.entities.keys() | asked_about(session.open_slots)
    entities = anchored(draft.entities.values(), draft.claims, draft.links.values(), spoken_of, policy)
    judgement = judge(draft, changes, bench)
    broken = _forgotten(draft, bench)
    scores, trend = with_trend(session, annotation, score(draft, entities, judgement.strongest), policy)

    return TurnRecord(
        conversation=session.conversation,
        tenant=session.tenant,
        epoch=session.epoch,
        slot=session.next_slot,
        position=draft.position,
        turn_id=annotation.turn_id,
        role=annotation.role,
        text_digest=annotation.text_digest,
        at=annotation.at,
        assistant=annotation.assistant,
        assistant_version=annotation.assistant_version,
        words=annotation.words,
        claims=tuple(draft.claims),
        entities=entities,
        links=tuple(draft.links.values()),
        status_changes=judgement.status_changes,
        mentioned=draft.mentioned(),
        open_slots=still_open(opened, answered, draft),
        commitments=updated(session.in_force(), annotation, draft.position, session.next_slot, policy),
        opens_topic=_opens_topic(draft, entities, opened),
        new_search=any(cue.kind is CueKind.NEW_SEARCH for cue in annotation.cues),
        challenged=_challenged(draft, opened, judgement),
        objections=judgement.objections,
        vectors=_new_rows(draft),
        scores=scores,
        findings=(*judgement.findings, *map(finding_of, broken), *_drift(draft, scores, bench)),
        certificates=(*judgement.certificates, *broken),
        trend=trend,
        prompt=annotation.text[: policy.prompt_characters] if annotation.role is Role.USER else "",
        language=annotation.language,
        served=annotation.served,
        failure=annotation.failure,
        flags=_flags(draft),
        rejections=judgement.rejections,
        digests=provenance.digests,
    )


def _provenance(
    session: Session, annotation: Annotation, policy: Policy, knowledge: Knowledge, severities: SeverityTable
) -> Provenance:
    digests = msgspec.structs.replace(
        annotation.digests,
        policy=policy.digest(),
        knowledge=knowledge.digest(),
        severity=severities.digest(),
        verdict_version=VERDICT_VERSION,
    )
    return Provenance(
        tenant=session.tenant,
        conversation=session.conversation,
        assistant=annotation.assistant,
        assistant_version=annotation.assistant_version,
        occurred_at=annotation.at,
        digests=digests,
        policy=policy,
    )


def _forgotten(draft: Draft, bench: Bench) -> tuple[Certificate, ...]:
    """Certify the rules in force that an assistant turn breaks."""
    annotation = draft.annotation
    if annotation.role is not Role.ASSISTANT:
        return ()
    prompt = draft.session.prompts.open
    found = breaches(draft.session.in_force(), annotation, prompt.text if prompt is not None else "", draft.policy)
    return tuple(
        certify_breach(
            BrokenRule(
                commitment=breach.commitment,
                detector=breach.detector,
                strength=breach.strength,
                reply=reply_evidence(annotation, draft.position, breach.span),
                measured=breach.measured,
                measurements=breach.measurements,
            ),
            bench.provenance,
            bench.grade(breach.detector),
        )
        for breach in found
        if breach.commitment is not None
    )


def _drift(draft: Draft, scores: Scores | None, bench: Bench) -> tuple[Finding, ...]:
    if scores is None or not scores.drift:
        return ()
    grade = bench.grade(Detector.TOPIC_DRIFT)
    drifted = Finding(
        kind=FindingKind.DRIFT,
        detector=Detector.TOPIC_DRIFT,
        severity=grade.severity,
        strength=1.0 - (scores.consistency or 0.0),
        confidence=grade.confidence,
        later_turn=draft.position,
        explanation=f"Turn {draft.position + 1} leaves the topic without a bridge.",
    )
    return (drifted,)


def _opens_topic(draft: Draft, entities: tuple[NewEntity, ...], opened: tuple[OpenSlot, ...]) -> bool:
    annotation, prompts = draft.annotation, draft.session.prompts
    if annotation.role is not Role.USER or not any(prompts.exchange_rows()):
        return False
    # "And for the battery?" goes on with the question before it, whatever it names.
    about = asked_about(slot for slot in opened if not slot.question.follow_up)
    return opens_topic(
        entities,
        asks_anew=any(draft.exact(key) is None for key in about),
        words=annotation.words,
        prompt_rows=annotation.vectors.sentences,
        exchange_rows=prompts.exchange_rows(),
        dimensions=annotation.vectors.dimensions,
        policy=draft.policy,
    )


def _challenged(draft: Draft, opened: tuple[OpenSlot, ...], judgement: Judgement) -> tuple[str, ...]:
    """Return the assistant's claims that a user's turn denies, asks about again, or doubts as a whole."""
    if draft.annotation.role is not Role.USER:
        return ()
    graph = draft.session.graph
    doubted: dict[str, None] = dict.fromkeys(judgement.objected_to)
    for slot in opened:
        if slot.subject and slot.claims:
            doubted.update(dict.fromkeys(graph.by_subject.established_and_newest(slot.subject, MAX_DOUBTED)))
    if any(cue.kind is CueKind.CHALLENGE for cue in draft.annotation.cues):
        doubted.update(dict.fromkeys(claim.key for claim in draft.session.newest_claims[:MAX_DOUBTED]))
    return tuple(key for key in doubted if key in graph.claims and graph.claims[key].claim.speaker is Role.ASSISTANT)


def _new_rows(draft: Draft) -> Vectors:
    """Return the turn's sentence rows, and the label rows that the session does not hold yet."""
    vectors = draft.annotation.vectors
    labels = tuple(label for label in vectors.labels if label not in draft.session.labels)
    return msgspec.structs.replace(
        vectors, labels=labels, label_rows=b"".join(draft.label_row(label) for label in labels), reference=b""
    )


def _flags(draft: Draft) -> tuple[str, ...]:
    """Return what is out of the ordinary about this turn, in closed words."""
    session = draft.session
    flags = list(draft.annotation.flags)
    at, newest_at = draft.annotation.at, session.newest_at
    continues = session.epoch > 0 and session.next_slot == 0
    if continues:
        flags.append("continuation")
    if draft.position < session.newest_position or (at is not None and newest_at is not None and at < newest_at):
        flags.append("late")
    if draft.position > session.newest_position + 1 and not continues:
        flags.append("gap")
    if draft.unbound:
        flags.append("unbound_reference")
    if len(session.graph.claims) + len(draft.claims) > draft.policy.max_claims:
        flags.append("claims_left")
    return tuple(dict.fromkeys(flags))


MAX_DOUBTED = 32
"""Claims that one question or objection can put in doubt."""
