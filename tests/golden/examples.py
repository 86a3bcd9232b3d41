"""One example of every value, all from one turn: read from the stored annotations, judged anew."""

from pathlib import Path

from schemas.annotation import Annotation, Reference
from schemas.claim import Claim, Quantity
from schemas.codec import decode_msgpack, encode_json, encode_msgpack
from schemas.finding import Certificate, Finding
from schemas.record import Scores, TurnRecord
from schemas.session import SessionEnd, SessionSummary
from schemas.turn import Turn
from skgeval.judgement.observe import observe
from skgeval.judgement.session import Session
from skgeval.judgement.severity import load_severities
from skgeval.knowledge import load_knowledge
from skgeval.policy import Policy
from stream.ends import summarise
from tests.golden.conversation import EXAMPLE, IDLE, TURNS

FILES = Path(__file__).parent / "files"
STORED = FILES / "annotations"
KINDS = {
    "turn": Turn,
    "annotation": Annotation,
    "claim": Claim,
    "quantity": Quantity,
    "reference": Reference,
    "turn_record": TurnRecord,
    "scores": Scores,
    "finding": Finding,
    "certificate": Certificate,
    "session_end": SessionEnd,
    "session_summary": SessionSummary,
}


def stored_annotations():
    """Return the annotations of the whole conversation as they were stored."""
    paths = [STORED / f"{index}.msgpack" for index in range(len(TURNS))]
    return [decode_msgpack(path.read_bytes(), Annotation) for path in paths]


def records_of(annotations):
    """Judge a conversation from its annotations; needs no model."""
    policy, knowledge, severities = Policy(), load_knowledge(), load_severities()
    session = Session(TURNS[0].conversation, policy=policy)
    records = []
    for annotation in annotations:
        records.append(observe(session, annotation, policy, knowledge, severities))
        session.apply(records[-1])
    return records


def examples(annotations):
    """Return name -> example, each from the last turn or from the end of its conversation."""
    records = records_of(annotations)
    annotation, record = annotations[EXAMPLE], records[EXAMPLE]
    claim = record.claims[0].claim
    return {
        "turn": TURNS[EXAMPLE],
        "annotation": annotation,
        "claim": claim,
        "quantity": claim.quantity,
        "reference": annotation.references[0],
        "turn_record": record,
        "scores": record.scores,
        "finding": record.findings[0],
        "certificate": record.certificates[0],
        "session_end": SessionEnd(
            conversation=record.conversation, last_slot=record.slot, idle_since=TURNS[EXAMPLE].at + IDLE
        ),
        "session_summary": summarise(records),
    }


def golden_files(annotations):
    """Return file name -> bytes for every example; those that travel as MessagePack have that form too."""
    found = examples(annotations)
    files = {f"{name}.json": encode_json(value) + b"\n" for name, value in found.items()}
    inside = ("annotation", "turn_record", "session_end")
    return files | {f"{name}.msgpack": encode_msgpack(found[name]) for name in inside}
