"""Who is committed to what, and how it was put forward."""

from __future__ import annotations

from schemas.claim import Modality
from schemas.finding import Gate
from schemas.turn import Role
from skgeval.judgement.contradiction.pair import Pair
from skgeval.knowledge import Knowledge
from skgeval.policy import Policy

_PASSED_SCOPE = Gate(name="speaker_scope")
_PASSED_MODALITY = Gate(name="modality")
_PASSED_CHECKED = Gate(name="checked")
_PASSED_HEDGE = Gate(name="hedge")
_FACTS = frozenset({Modality.ASSERTED, Modality.PROMISED})
_DUTIES = frozenset({Modality.ADVISED, Modality.IMPERATIVE})


def speaker_scope(pair: Pair, policy: Policy, knowledge: Knowledge) -> Gate:
    """Let nobody be charged with what the tool reported."""
    del policy, knowledge
    if Role.TOOL in {pair.earlier_speaker, pair.later_speaker}:
        return Gate(name="speaker_scope", factor=0.0, reason="a tool's report is not compared")
    return _PASSED_SCOPE


def modality(pair: Pair, policy: Policy, knowledge: Knowledge) -> Gate:
    """Compare facts with facts and advice with advice; questions, wishes and reports commit nobody."""
    del policy, knowledge
    earlier, later = pair.earlier.claim.modality, pair.later.claim.modality
    if (earlier in _FACTS and later in _FACTS) or (earlier in _DUTIES and later in _DUTIES):
        return _PASSED_MODALITY
    return Gate(name="modality", factor=0.0, reason=f"{earlier} against {later}")


def checked(pair: Pair, policy: Policy, knowledge: Knowledge) -> Gate:
    """Leave out composed text: stories, drafts, quotations and worked examples."""
    del policy, knowledge
    if pair.earlier.claim.checked and pair.later.claim.checked:
        return _PASSED_CHECKED
    return Gate(name="checked", factor=0.0, reason="composed or quoted text")


def hedge(pair: Pair, policy: Policy, knowledge: Knowledge) -> Gate:
    """Weaken what was put forward with a reserve ("I think", "probably")."""
    del knowledge
    if pair.earlier.claim.hedged or pair.later.claim.hedged:
        return Gate(name="hedge", factor=policy.hedge_factor, reason="hedged")
    return _PASSED_HEDGE
