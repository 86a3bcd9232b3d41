"""The lexicons of the judge."""

from skgeval.knowledge import load_knowledge

KNOWLEDGE = load_knowledge()


def test_reading_twice_gives_one_digest():
    assert load_knowledge().digest() == KNOWLEDGE.digest()


def test_kinds_reach_through_classes():
    assert KNOWLEDGE.is_a("poodle", "pet")
    assert not KNOWLEDGE.is_a("pet", "poodle")


def test_places_lie_in_what_holds_their_country():
    assert KNOWLEDGE.lies_in("lyon", "europe")
    assert KNOWLEDGE.lies_in("austin", "usa")
    assert not KNOWLEDGE.lies_in("lyon", "germany")


def test_synonyms_belong_to_one_group():
    assert KNOWLEDGE.same_word("apartment", "flat")
    assert not KNOWLEDGE.same_word("apartment", "house")


def test_words_of_one_side_do_not_exclude_each_other():
    wrong = [
        (word, other)
        for table in (KNOWLEDGE.antonyms.adjectives, KNOWLEDGE.antonyms.nouns)
        for word, others in table.items()
        for other in sorted(others)
        if KNOWLEDGE.same_word(word, other) or word == other
    ]

    assert wrong == []


def test_state_rules_name_relations_by_their_canonical_wording():
    asked = {one for rule in KNOWLEDGE.state_rules for side in (rule.first, rule.second) for one in side.relations}

    assert sorted(one for one in asked if KNOWLEDGE.canonical(one) != (one, True)) == []


def test_a_word_that_merely_begins_like_a_negation_is_none():
    assert KNOWLEDGE.complement("unsafe", "safe")
    assert not KNOWLEDGE.complement("under", "der")
    assert not KNOWLEDGE.complement("inflammable", "flammable")
