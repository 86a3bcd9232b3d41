"""One labelled conversation through the whole of the monitor: annotate (or read from the cache), judge, collect.

By one method or by both, which then judge the same annotations with the same encoder.

A worker process composes what it needs on the first example and keeps it; models are loaded only when an annotation
is missing, so that a run on a full cache starts at once.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import msgspec

from schemas.annotation import Annotation
from schemas.digest import digest
from schemas.record import TurnRecord
from schemas.turn import Turn
from skgeval.annotation.annotate import Annotator, annotate_many
from skgeval.evaluation.judged import Judged, TurnScores, judged
from skgeval.evaluation.labelled import Example
from skgeval.judgement.observe import observe
from skgeval.judgement.session import Session
from skgeval.judgement.severity import SeverityTable, load_severities
from skgeval.knowledge import Knowledge, load_knowledge
from skgeval.policy import Policy, Profile
from skgeval.published.findings import findings
from skgeval.published.judge import Baseline, judge_all, load_baseline
from stream.composition import load_annotator
from stream.evaluation.cache import AnnotationCache
from stream.evaluation.sources import source_digest
from stream.method import Method
from stream.policies import load_policies
from stream.settings import Settings


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How a set is examined; `reader` names code and models of annotation, `cache` is a folder or "" for none."""

    encoder: str
    methods: tuple[Method, ...] = (Method.OURS,)
    profile: Profile = Profile.ASSISTANT
    policy_file: str = ""
    cache: str = ""
    reader: str = ""


class _Judge(msgspec.Struct, frozen=True, kw_only=True):
    """The values that judging needs."""

    policy: Policy
    knowledge: Knowledge
    severities: SeverityTable


def examine(example: Example, plan: Plan) -> tuple[Judged, ...]:
    """Return what each of the plan's methods says about an example.

    A crash is returned too, so that the others are measured.
    """
    try:
        annotations = annotations_of(example, plan)
    except Exception as error:  # noqa: BLE001 - one bad conversation must not cost the figures of all
        return (_crashed(example, error),) * len(plan.methods)
    return tuple(_judged(example, annotations, method, plan) for method in plan.methods)


def annotations_of(example: Example, plan: Plan) -> Sequence[Annotation]:
    """Return the annotations of an example's turns, from the cache where they are in it."""
    return _annotations(example.as_turns(), plan)


def baseline_of(plan: Plan) -> Baseline:
    """Return the published method on the plan's encoder, composed once."""
    return _baseline(plan.encoder, plan.policy_file)


def reader_digest(encoder: str, policy_file: str) -> str:
    """Return the digest of all that annotations depend on besides the turns: code, models, words, limits."""
    annotator = _annotator(encoder, policy_file)
    return digest(
        "reader",
        source_digest("skgeval.annotation.annotate", without=frozenset({"skgeval.policy"})),
        annotator.extractor.digest(),
        annotator.encoder.digest(),
        annotator.policy.digest(),
    )


def digests(plan: Plan) -> dict[str, str]:
    """Return the digests of what judges, for the report."""
    judge = _judge(plan.policy_file, plan.profile)
    return {
        "policy": judge.policy.digest(),
        "knowledge": judge.knowledge.digest(),
        "severity": judge.severities.digest(),
    }


def _judged(example: Example, annotations: Sequence[Annotation], method: Method, plan: Plan) -> Judged:
    try:
        if method is Method.PUBLISHED:
            return judged_as_published(example.id, annotations, baseline_of(plan))
        return judged(example.id, _records(example, annotations, plan))
    except Exception as error:  # noqa: BLE001 - as above
        return _crashed(example, error)


def judged_as_published(name: str, annotations: Sequence[Annotation], baseline: Baseline) -> Judged:
    """Return what the published method says about a conversation."""
    exchanges = tuple(judge_all(annotations, baseline))
    return Judged(
        id=name,
        findings=tuple(finding for exchange in exchanges for finding in findings(exchange)),
        turns=tuple(TurnScores(turn=exchange.turn, scores=exchange.scores) for exchange in exchanges),
        failures=sum(bool(annotation.failure) for annotation in annotations),
    )


def _crashed(example: Example, error: Exception) -> Judged:
    place = traceback.extract_tb(error.__traceback__)[-1]
    crash = f"{type(error).__name__}: {error} ({Path(place.filename).name}, line {place.lineno})"
    return Judged(id=example.id, crash=crash)


def _records(example: Example, annotations: Sequence[Annotation], plan: Plan) -> Iterator[TurnRecord]:
    judge = _judge(plan.policy_file, plan.profile)
    session = Session(example.id, policy=judge.policy)
    for annotation in annotations:
        record = observe(session, annotation, judge.policy, judge.knowledge, judge.severities)
        session.apply(record)
        yield record


def _annotations(turns: Sequence[Turn], plan: Plan) -> Sequence[Annotation]:
    if not plan.cache:
        return annotate_many(turns, _annotator(plan.encoder, plan.policy_file))
    store = AnnotationCache(Path(plan.cache), plan.reader)
    known = store.load(turns)
    if known is not None:
        return known
    made = annotate_many(turns, _annotator(plan.encoder, plan.policy_file))
    store.store(turns, made)
    return made


@cache
def _annotator(encoder: str, policy_file: str) -> Annotator:
    return load_annotator(Settings(encoder=encoder, policy_file=policy_file))


@cache
def _baseline(encoder: str, policy_file: str) -> Baseline:
    return load_baseline(_annotator(encoder, policy_file).encoder)


@cache
def _judge(policy_file: str, profile: Profile) -> _Judge:
    policy = load_policies(policy_file, profile=profile).default
    return _Judge(policy=policy, knowledge=load_knowledge(), severities=load_severities())
