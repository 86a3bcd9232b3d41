"""What keeps two claims from being compared, or weakens them as evidence (METHOD.md, section 6)."""

import pytest
from msgspec.structs import replace

from schemas.claim import Form, Modality, Quantity, QuantityRole, Tense, TimeScope
from schemas.turn import Role
from tests.skgeval.judgement.contradiction.claims import POLICY, compared, is_, mention, said, verdict

OPEN, CLOSED = is_("the museum", "open"), is_("the museum", "closed")
HAS, HAS_NOT = said("the hotel", "have", "pool"), said("the hotel", "have", "pool", polarity=False)


def changed(claim, **facts):
    return replace(claim, claim=replace(claim.claim, **facts))


def factor(comparison, name):
    return next(gate.factor for gate in comparison.gates if gate.name == name)


def test_a_pair_that_passes_every_gate_keeps_the_full_strength():
    found = compared(HAS, HAS_NOT)

    assert found.conflict is not None
    assert found.conflict.strength == pytest.approx(0.95)
    assert all(gate.factor == 1.0 for gate in found.gates)


@pytest.mark.parametrize("modality", [Modality.ASKED, Modality.HYPOTHETICAL, Modality.POSSIBLE, Modality.REPORTED])
def test_what_is_not_asserted_is_not_compared(modality):
    assert compared(HAS, changed(HAS_NOT, modality=modality)).rejected_by == "modality"


def test_advice_is_compared_with_advice_alone():
    do, do_not = changed(HAS, modality=Modality.ADVISED), changed(HAS_NOT, modality=Modality.ADVISED)

    assert verdict(do, do_not) == "negation_flip"
    assert verdict(do, HAS_NOT) == ""


def test_a_tools_report_binds_nobody():
    assert compared(HAS, HAS_NOT, earlier_speaker=Role.TOOL).rejected_by == "speaker_scope"


def test_composed_text_is_never_compared():
    assert compared(HAS, changed(HAS_NOT, checked=False)).rejected_by == "checked"


def test_two_entities_are_not_compared():
    assert compared(HAS, replace(HAS_NOT, subject="another hotel")).rejected_by == "same_subject"


def test_what_used_to_be_says_nothing_of_now():
    assert compared(HAS, changed(HAS_NOT, time=TimeScope(tense=Tense.USED_TO))).rejected_by == "tense"


def test_past_against_present_is_weak_and_perfect_against_present_is_strong():
    past = compared(HAS, changed(HAS_NOT, time=TimeScope(tense=Tense.PAST)))
    perfect = compared(HAS, changed(HAS_NOT, time=TimeScope(tense=Tense.PERFECT)))

    assert past.conflict is None
    assert factor(past, "tense") == POLICY.past_factor
    assert perfect.conflict is not None
    assert perfect.conflict.strength == pytest.approx(0.95 * POLICY.perfect_factor)


def test_claims_of_two_named_times_are_no_conflict():
    monday = changed(OPEN, time=TimeScope(expressions=("on monday",)))
    sunday = changed(CLOSED, time=TimeScope(expressions=("on sunday",)))

    assert compared(monday, sunday).rejected_by == "moments"


def test_now_is_the_present_and_no_other_time():
    assert verdict(OPEN, changed(CLOSED, time=TimeScope(expressions=("currently",)))) == "antonym"


def test_a_hedge_weakens():
    found = compared(HAS, changed(HAS_NOT, hedged=True))

    assert found.conflict is not None
    assert found.conflict.strength == pytest.approx(0.95 * POLICY.hedge_factor)


def test_different_circumstances_are_no_conflict():
    sea, height = changed(HAS, qualifiers=("at sea level",)), changed(HAS_NOT, qualifiers=("at high altitude",))

    assert compared(sea, height).rejected_by == "circumstances"


def test_a_denial_under_a_condition_does_not_deny_the_rule():
    assert compared(HAS, changed(HAS_NOT, qualifiers=("in winter",))).rejected_by == "circumstances"


def test_an_affirmation_under_circumstances_conflicts_with_a_general_denial():
    assert verdict(HAS_NOT, changed(HAS, qualifiers=("in the garden",))) == "negation_flip"


def test_some_of_them_may_differ_from_others():
    some = mention("drivers", quantifier="some", plural=True)

    assert compared(is_(some, "careful"), is_(some, "careless")).rejected_by == "quantified_subject"


def test_some_against_all_is_a_conflict():
    every, some = mention("bird", quantifier="all", plural=True), mention("bird", quantifier="some", plural=True)
    flies, does_not = (
        said(every, "fly", form=Form.INTRANSITIVE),
        said(some, "fly", polarity=False, form=Form.INTRANSITIVE),
    )

    assert verdict(flies, does_not) == "negation_flip"


def test_a_noun_that_means_another_thing_each_time_is_weak_unless_owned():
    bare, owned = mention("result", definite=True), mention("result", owner="plan")

    assert compared(is_(bare, "high"), is_(bare, "low")).rejected_by == "generic_subject"
    assert compared(is_(mention("final result"), "high"), is_(mention("final result"), "low")).conflict is None
    assert verdict(is_(owned, "high"), is_(owned, "low")) == "antonym"


def test_numbers_in_a_calculation_are_weak():
    denied = said(
        "the line", "cross", "axis", polarity=False, text="For x = 3 the line does not cross the axis, since y > 0."
    )

    assert compared(said("the line", "cross", "axis"), denied).rejected_by == "equations"


def test_what_had_not_happened_may_have_happened_since():
    order = mention("order", owner="USER")
    waiting = said(order, "ship", polarity=False, form=Form.INTRANSITIVE, time=TimeScope(tense=Tense.PERFECT))
    shipped = said(order, "ship", form=Form.INTRANSITIVE, time=TimeScope(tense=Tense.PERFECT))

    assert compared(waiting, shipped).rejected_by == "done_since"
    assert verdict(shipped, waiting) == "negation_flip"


def test_states_of_a_moment_of_the_speakers_are_weak():
    assert compared(is_("ASSISTANT", "ready"), is_("ASSISTANT", "ready", polarity=False)).rejected_by == "moment_state"
    assert verdict(is_("USER", "vegan"), is_("USER", "vegan", polarity=False)) == "negation_flip"


def test_results_of_two_queries_may_differ():
    def found(count):
        quantity = Quantity(
            value=float(count), low=count, high=count, counted="bus", role=QuantityRole.COUNT, text=str(count)
        )
        return said("ASSISTANT", "find", "bus", quantity=quantity, form=Form.VERB)

    assert compared(found(9), found(4)).rejected_by == "query_result"


def test_a_new_search_opens_a_new_scope():
    assert compared(HAS, HAS_NOT, new_scope=True).rejected_by == "query_result"


def test_objects_that_say_nothing_definite_are_weak():
    denied = said("the hotel", "have", "thing", polarity=False)

    assert compared(said("the hotel", "have", "thing"), denied).rejected_by == "vague_object"


def test_a_later_time_may_have_brought_a_change():
    later = changed(CLOSED, time=TimeScope(expressions=("after an hour",)))

    assert compared(OPEN, later).rejected_by == "moments"


def test_circumstances_that_restrict_nothing_are_none():
    assert verdict(HAS, changed(HAS_NOT, qualifiers=("in my opinion",))) == "negation_flip"


def test_some_may_oppose_what_many_support():
    some, many = mention("senator", quantifier="some", plural=True), mention("senator", quantifier="many", plural=True)
    opposed = said("the bill", "oppose by", some, form=Form.PASSIVE)

    assert (
        compared(opposed, said("the bill", "support by", many, form=Form.PASSIVE)).rejected_by == "quantified_subject"
    )
    assert verdict(opposed, said("the bill", "support by", mention("senator"), form=Form.PASSIVE)) == "antonym"
