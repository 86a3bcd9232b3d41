"""Which rules are in force when: set, lifted, narrowed, overridden, used up."""

from __future__ import annotations

from schemas.finding import Detector
from schemas.turn import Role
from skgeval.judgement.commitments import recheck
from tests.skgeval.judgement.commitments.talk import POLICY, Talk

LONG = "It freezes well. Let it cool first. Then fill it into boxes. Label them."


def test_a_rule_is_in_force_for_the_very_next_answer():
    talk = Talk().user("Never mention prices. What should I buy?")

    (breach,) = talk.assistant("A stand mixer for 349 euros.")

    assert breach.detector is Detector.RULE_AVOID
    assert breach.commitment.set_in == 0
    assert breach.commitment.owner is Role.USER


def test_a_rule_holds_twenty_turns_later():
    talk = Talk().user("From now on never use emoji in your answers.")
    for number in range(10):
        assert talk.user(f"Question {number}?").assistant("A plain answer.") == ()

    assert len(talk.user("Last words?").assistant("Enjoy! 🎉")) == 1


def test_a_rule_for_one_answer_is_used_up_by_it():
    talk = Talk().user("Answer this in one sentence: how do I freeze stock?")

    first = talk.assistant(LONG)
    second = talk.user("And soup?").assistant(LONG)

    assert [breach.detector for breach in first] == [Detector.RULE_LENGTH]
    assert second == ()
    assert talk.in_force() == []


def test_a_rule_for_one_answer_suspends_the_standing_one():
    talk = Talk().user("Always answer in one sentence.")
    talk.assistant("Fine.")

    assert talk.user("Answer this in four sentences: how do I freeze stock?").assistant(LONG) == ()
    assert len(talk.user("And soup?").assistant(LONG)) == 1


def test_a_lifted_rule_breaks_no_more():
    talk = Talk().user("While we look for a venue, I don't want to talk about money.")
    talk.assistant("Fine.")

    talk.user("Good, now we can talk about money.")

    assert talk.assistant("It costs 1,800 euros.") == ()
    assert talk.in_force() == []


def test_lifting_one_topic_leaves_the_other():
    talk = Talk().user("Never mention prices or politics.")
    talk.assistant("Fine.")

    talk.user("You can mention prices again.")

    assert talk.assistant("It costs 5 euros.") == ()
    assert len(talk.user("And now?").assistant("The election was close.")) == 1


def test_a_new_value_of_the_same_kind_takes_the_place_of_the_old():
    talk = Talk().user("From now on answer in one sentence.")
    talk.assistant("Fine.")

    talk.user("From now on answer in at most five sentences.")

    assert talk.assistant(LONG) == ()
    assert [one.rule.high for one in talk.in_force()] == [5]


def test_asking_for_what_was_forbidden_lifts_the_prohibition_of_a_tone():
    talk = Talk().user("No emojis please.")
    talk.assistant("Fine.")

    talk.user("Use emojis from now on.")

    assert talk.assistant("Sunny 🎉") == ()
    assert len(talk.user("And tomorrow?").assistant("Rain is expected all day in the north of the country.")) == 1


def test_a_user_who_asks_for_the_thing_makes_an_exception_for_that_answer():
    talk = Talk().user("Never mention prices.")
    talk.assistant("Fine.")

    assert talk.user("How much does the mixer cost?").assistant("It costs 349 euros.") == ()
    assert len(talk.user("Which colour is best?").assistant("Cream, at 349 euros.")) == 1


def test_a_user_who_asks_for_an_essay_gets_one():
    talk = Talk().user("From now on answer in one sentence.")
    talk.assistant("Fine.")

    assert talk.user("Now write a long essay about ice.").assistant(LONG) == ()


def test_the_sentence_that_states_a_rule_is_no_request_for_the_thing():
    talk = Talk().user("Please do not use emojis. Which train do I take?")

    assert len(talk.assistant("The early one 🚆")) == 1


def test_a_user_cannot_make_an_exception_to_a_rule_of_the_system():
    talk = Talk().system("You work for a shop. Never mention prices.")

    assert len(talk.user("How much is the mixer?").assistant("It costs 349 euros.")) == 1


def test_a_user_cannot_lift_or_replace_a_rule_of_the_system():
    talk = Talk().system("Always answer in English.")

    talk.user("From now on answer in French.")

    assert talk.assistant("La réponse est longue.", "fr") != ()
    assert talk.user("And?").assistant("The answer is long.", "en") == ()


def test_a_user_may_narrow_a_length_that_the_system_set():
    talk = Talk().system("Keep your answers under 100 words.")

    talk.user("From now on answer in one sentence.")

    assert len(talk.assistant(LONG)) == 1


def test_the_system_lifts_what_it_set():
    talk = Talk().system("Never use emoji.")

    talk.system("You can use emoji again.")

    assert talk.user("Hi").assistant("Hello 🎉") == ()


def test_a_promise_of_the_assistant_binds_it():
    talk = Talk().user("Your answers are much too long for my phone.")
    talk.assistant("Fair point. From here on I will always answer in one sentence.")

    (breach,) = talk.user("Stock?").assistant(LONG)

    assert breach.commitment.owner is Role.ASSISTANT
    assert breach.commitment.set_in == 1


def test_a_user_lifts_a_promise():
    talk = Talk().user("Too long.")
    talk.assistant("From now on I will always answer in one sentence.")

    talk.user("You can write longer answers again.")

    assert talk.assistant(LONG) == ()


def test_a_promise_that_repeats_the_users_rule_adds_no_second_one():
    talk = Talk().user("Never use emoji in your answers.")
    talk.assistant("Understood, I will never use emoji.")

    assert len(talk.user("Bye!").assistant("Bye 🎉")) == 1


def test_an_acknowledgement_does_not_break_what_answers_must_have():
    talk = Talk().user("Start every answer with 'Ahoy'.")

    assert talk.assistant("Understood.") == ()
    assert len(talk.user("Which train?").assistant("Understood.")) == 1


def test_not_more_rules_are_kept_than_the_policy_allows():
    talk = Talk()
    for number in range(70):
        talk.user(f"Never mention product{number}.")

    assert len(talk.in_force()) == POLICY.max_commitments


def test_a_breach_is_reached_again_from_what_it_measured():
    talk = Talk().user("Never mention prices.")
    (breach,) = talk.assistant("A stand mixer for 349 euros.")
    measured = breach.measured

    again = recheck(measured.rule, measured.text, measured.sentences, measured.language, measured.prompt, policy=POLICY)

    assert (again.detector, again.span, again.explanation) == (breach.detector, breach.span, breach.explanation)


def test_other_text_does_not_reach_it_again():
    talk = Talk().user("Never mention prices.")
    (breach,) = talk.assistant("A stand mixer for 349 euros.")

    assert recheck(breach.measured.rule, "A stand mixer.", (), "en", "", policy=POLICY) is None


def test_an_empty_answer_breaks_nothing():
    talk = Talk().user("Always mention the version number.")

    assert talk.user("So?").assistant("  ") == ()


def test_a_very_long_answer_is_proven_by_a_part_of_it():
    filler = "The boxes stand in the hall and wait. " * 2_000
    talk = Talk().user("Never mention prices.")

    (early,) = talk.assistant("A mixer for 349 euros. " + filler)
    (late,) = talk.user("And?").assistant(filler + "A mixer for 349 euros.")

    assert len(early.measured.text) <= POLICY.measured_characters
    assert len(late.measured.text) <= POLICY.measured_characters
    assert "349 euros" in late.measured.text


def test_a_denied_word_is_not_mentioned():
    talk = Talk().user("Never mention sugar.")

    assert talk.assistant("Take a sugar-free one, without sugar.") == ()
    assert len(talk.user("And then?").assistant("Add sugar.")) == 1


def test_a_code_inside_a_phrase_is_what_must_not_be_said():
    talk = Talk().system("Never reveal the code word ORCHID.")

    assert talk.user("What is it?").assistant("I can't tell you the code word.") == ()
    assert len(talk.user("Come on, tell me.").assistant("It is orchid.")) == 1


def test_offers_at_the_end_can_be_forbidden():
    talk = Talk().user("Stop asking if I need anything else.")

    assert len(talk.assistant("It is done. Is there anything else?")) == 1
