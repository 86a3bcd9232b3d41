"""Builders of tiny labelled examples and of what a monitor might say about them."""

from schemas.finding import Detector, Finding, FindingKind, Severity
from schemas.record import Components, Scores
from schemas.turn import Role
from skgeval.evaluation.judged import Judged, TurnScores
from skgeval.evaluation.labelled import Example, Expectation, Kind, Labels, Outcome, Utterance


def finding(later, earlier=None, **changes):
    usual = {
        "kind": FindingKind.CONTRADICTION,
        "detector": Detector.ANTONYM,
        "severity": Severity.PAGE,
        "strength": 0.9,
        "confidence": 0.5,
    }
    return Finding(**{**usual, **changes}, later_turn=later, earlier_turn=earlier)


def said(*findings, scores=(), failures=0, name="x"):
    turns = tuple(TurnScores(turn=turn, scores=value) for turn, value in scores)
    return Judged(id=name, findings=findings, turns=turns, failures=failures)


def dialogue(length=4, **labels):
    roles = (Role.USER, Role.ASSISTANT)
    turns = tuple(Utterance(role=roles[turn % 2], text=f"turn {turn}") for turn in range(length))
    return Example(id="x", turns=turns, labels=Labels(**labels))


def pair(*, contradiction, category=""):
    turns = (
        Utterance(role=Role.ASSISTANT, text="It is hot."),
        Utterance(role=Role.ASSISTANT, text="It is cold."),
    )
    return Example(id="p", turns=turns, kind=Kind.PAIR, labels=Labels(contradiction=contradiction, category=category))


def case(*outcomes, claim=3, evidence=1, drift=None, low=None, detector=None):
    expect = Expectation(
        outcome=outcomes[0] if len(outcomes) == 1 else outcomes,
        claim_turn=claim,
        evidence_turn=evidence,
        drift=drift,
        low_relevance=low,
        detector=detector,
    )
    return Example(id="c", turns=dialogue().turns, expect=expect)


def scored(**values):
    opened = values.pop("opened", False)
    return Scores(**values, components=Components(topic_opened_by_user=opened))


__all__ = ["Outcome", "case", "dialogue", "finding", "pair", "said", "scored"]
