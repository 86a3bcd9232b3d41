"""The words that the extractor looks up."""

from __future__ import annotations

import msgspec

from skgeval.knowledge.lexicon import load_cue_phrases, load_lexicon


def test_every_word_is_lower_case_and_trimmed():
    lexicon, phrases = load_lexicon(), load_cue_phrases()

    for value in (lexicon, phrases):
        for name in value.__struct_fields__:
            assert all(word == word.lower() == word.strip() or word.endswith(" ") for word in getattr(value, name)), (
                name
            )


def test_the_digest_follows_the_words():
    lexicon = load_lexicon()
    changed = msgspec.structs.replace(lexicon, hedges=lexicon.hedges | {"kinda"})

    assert lexicon.digest() == load_lexicon().digest()
    assert lexicon.digest() != changed.digest()


def test_no_word_is_both_believed_and_known():
    lexicon = load_lexicon()

    assert not lexicon.belief_verbs & lexicon.factive_verbs
    assert not lexicon.negative_implicatives & lexicon.positive_implicatives
    assert not lexicon.affirmations & lexicon.denials
