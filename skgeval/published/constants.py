"""The paper's numbers (METHOD.md, part 2)."""

from __future__ import annotations

import msgspec

from skgeval.policy import Policy

SHARED = Policy(
    short_words=12,
    question_words=10,
    reference_words=10,
    prompt_weight=0.4,
    fact_anchor=1.0,
    semantic_anchor=0.65,
    free_anchor=0.2,
    first_weight=0.85,
    drift_consistency=0.45,
    drift_relevance=0.20,
    weights_short=(0.50, 0.10, 0.40),
    weights_question=(0.65, 0.05, 0.30),
    weights_general=(0.50, 0.20, 0.30),
    incoherent=0.60,
    incoherent_cap=0.40,
    weak_relevance=0.50,
    weak_factor=0.75,
    drift_factor=0.50,
    pass_quality=0.60,
    pass_relevance=0.50,
)
"""What the two methods have in common, written out: a number changed in our policy leaves the baseline as it is."""


class Constants(msgspec.Struct, frozen=True, kw_only=True):
    """The numbers that only the published method has; cosines and confidences, where nothing else is said."""

    merge_cosine: float = 0.80
    """From here on a subject is the node it is compared with."""
    link_cosine: float = 0.50
    """Above this a new node and an earlier one are joined by a semantic edge."""
    floor_question: float = 0.30
    """Relation cosine below which a pair is dropped after a short prompt."""
    floor_relation: float = 0.50
    """The same after any other prompt."""
    floor_object: float = 0.10
    """Object cosine below which a pair is dropped; antonyms need more than it."""
    negation_object: float = 0.40
    """Object cosine that a negation flip must exceed."""
    negation_confidence: float = 0.95
    """Confidence of a negation flip."""
    antonym_confidence: float = 0.88
    """Confidence of an antonym."""
    numeric_relation: float = 0.70
    """Relation cosine above which two numbers are of one thing."""
    numeric_confidence: float = 0.92
    """Confidence of a numeric mismatch."""
    exclusive_relation: float = 0.85
    """Relation cosine above which two relations are one."""
    exclusive_object: float = 0.35
    """Object cosine below which objects of one EXCLUSIVE relation exclude each other."""
    same_type_object: float = 0.85
    """The same for objects of compatible types."""
    same_type_confidence: float = 0.60
    """Least confidence of objects of compatible types."""
    drift_relation: float = 0.50
    """Relation cosine above which a subject may have drifted."""
    drift_object: float = 0.40
    """Object cosine below which it has."""
    moderate_object: float = 0.75
    """Object cosine below which it has moderately."""
    moderate_confidence: float = 0.45
    """Confidence of a moderate drift."""
    cue_characters: int = 60
    """Characters of the prompt in which a revision cue counts."""
    pronoun_words: int = 6
    """Words of the prompt in which a pronoun stands for what is revised."""
    named_characters: int = 3
    """Characters that a node's name must exceed to be recognised in a prompt."""
    target_share: float = 0.60
    """Length of a revision's target as a share of the longest node name in the prompt."""
    quarantine_quality: float = 0.40
    """Quality below which a turn's nodes and edges are ignored later."""
    recency: float = 0.10
    """Growth of the session's weights per turn, in the exponent."""
    trend_weight: float = 5.0
    """Weight of the slope in the session score after `trend_turns` turns."""
    trend_turns: int = 20
    """Turns after which the slope has its full weight; it grows on beyond them."""
    slope_label: float = 0.01
    """Slope per turn beyond which a session improves or degrades."""


CONSTANTS = Constants()
