"""What verbs say: objects, phrases, passives, inner verbs, existence, possession."""

from __future__ import annotations

import pytest

from schemas.claim import Tense
from tests.skgeval.annotation.extraction.conftest import Read, said

ACTIVE = [
    ("Magnesium relaxes muscles.", "magnesium | relax | muscle"),
    ("The kit contains screws and nails.", "kit | contain | screw"),
    ("The kit contains screws and nails.", "kit | contain | nail"),
    ("Tom and Eva play chess.", "eva | play | chess"),
    ("I work as a plumber.", "ASSISTANT | work as | plumber"),
    ("The tram stops in Graz.", "tram | stop in | graz"),
    ("Sales are falling.", "sale | fall | "),
    ("Parrots can talk.", "parrot | talk | "),
    ("The battery lasts 9 hours.", "battery | last | 9 hours"),
    ("The trip costs $300.", "trip | cost | $300"),
    ("The ferry leaves at 8:15.", "ferry | leave at | 8:15"),
    ("The ferry leaves on Sunday.", "ferry | leave on | sunday"),
    ("Turn on the radio.", "imperative: USER | turn on | radio"),
    ("Iron melts at 1538 degrees Celsius.", "iron | melt at | 1538 degrees celsius"),
    ("I've got two brothers.", "ASSISTANT | have | brother"),
    ("I'd like a sandwich.", "ASSISTANT | want | sandwich"),
    ("The client retries the upload three times.", "client | retry | time"),
    ("The recipe needs 200 grams of flour.", "recipe | need | flour"),
    ("The plan comes with 25 GB of data.", "plan's data | be | 25 gb"),
    ("I prefer tea to coffee.", "ASSISTANT | not prefer | coffee"),
    ("My savings went up to 900 dollars.", "ASSISTANT's saving | go to | 900 dollars"),
    ("Skipping lunch lowers energy.", "skip lunch | lower | energy"),
    ("Raising taxes reduces demand.", "raise tax | reduce | demand"),
    ("I moved from Turin to Genoa.", "ASSISTANT | move to | genoa"),
    ("The choir sang in 1998 and won a prize.", "choir | win | prize"),
    ("The clinic treats skin rashes.", "clinic | treat | skin rash"),
    ("She joined the navy in 1950, becoming an officer in 1955.", "she | be | officer"),
]

PASSIVE = [
    ("The opera was written by Verdi.", "opera | write by | verdi"),
    ("The opera was written by Verdi.", "verdi | write | opera"),
    ("The tower was built in 1890.", "tower | build in | 1890"),
    ("The cake is made without eggs.", "cake | not make with | egg"),
    ("She was born in 1971.", "she | bear in | 1971"),
    ("The office is located in Basel.", "office | locate in | basel"),
    ("The tea is no longer included.", "tea | not be | included"),
    ("The deadline has been extended to Friday.", "deadline | extend to | friday"),
    ("Your table is booked under the name Weber.", "USER's table | book under | weber"),
    ("The light is absorbed by leaves and converted into sugar.", "light | convert into | sugar"),
]

INNER = [
    ("I like to swim.", "ASSISTANT | like | swim"),
    ("I hate cooking.", "ASSISTANT | hate | cooking"),
    ("I want to visit Paris.", "ASSISTANT | want | visit paris"),
    ("You need to renew your passport.", "USER | need | renew passport"),
    ("You have to renew your passport.", "USER | need | renew passport"),
    ("I used to live in Oslo.", "ASSISTANT | live in | oslo"),
    ("He failed to upload the file.", "he | not upload | file"),
    ("She managed to open the safe.", "she | open | safe"),
    ("He stopped smoking.", "he | not smoke | "),
    ("We decided to hold the party in May.", "ASSISTANT | hold | party"),
    ("Zinc helps to reduce swelling.", "zinc | reduce | swelling"),
    ("Zinc is known to reduce swelling.", "zinc | reduce | swelling"),
    ("The heater seems to make noise.", "heater | make | noise"),
    ("I am able to read Arabic.", "ASSISTANT | read | arabic"),
    ("I am unable to read Arabic.", "ASSISTANT | not read | arabic"),
    ("She went on to study law.", "she | study | law"),
    ("Delivery takes three to five days.", "delivery | take | three to five days"),
    ("The laptop has a 24-month warranty.", "laptop | have | warranty"),
    ("I understand why you left.", "ASSISTANT | understand | why you leave"),
]

EXISTENCE = [
    ("There is ice on Pluto.", "pluto | have | ice"),
    ("There is no ice on Pluto.", "pluto | not have | ice"),
    ("There are 12 rooms in the hotel.", "hotel | have | room"),
    ("There is no delivery fee.", "world | not have | delivery fee"),
    ("No tram exists in the town.", "town | not have | tram"),
    ("The soup lacks salt.", "soup | not have | salt"),
]

POSSESSION = [
    ("My dog is ill.", "ASSISTANT | have | dog"),
    ("My sister Ida lives in Rome.", "sister's name | be | ida"),
    ("Paul, the treasurer, resigned.", "paul | be | treasurer"),
    ("My brother, who lives in Bern, paints.", "ASSISTANT's brother | live in | bern"),
    ("A sequel written by Ann Wade followed.", "sequel that write | follow | "),
]


@pytest.mark.parametrize(("text", "expected"), [*ACTIVE, *PASSIVE, *INNER, *EXISTENCE, *POSSESSION])
def test_a_verb_says_who_does_what(read: Read, text: str, expected: str):
    claims = [said(claim) for claim in read(text).claims]

    assert expected in claims


def test_a_thing_used_to_do_something_does_not_tell_of_the_past(read: Read):
    claims = read("A whisk is a tool used to beat eggs.").claims

    assert all(claim.time.tense is not Tense.USED_TO for claim in claims)


@pytest.mark.parametrize("text", ["Your dog is ill.", "My favorite color is red.", "It is raining."])
def test_what_is_only_presupposed_is_not_claimed(read: Read, text: str):
    assert not any(claim.relation == "have" for claim in read(text).claims)


def test_a_verb_with_to_after_a_noun_narrows_it_down(read: Read):
    claims = [said(claim) for claim in read("You need a permit to enter Tibet.").claims]

    assert claims == ["USER | need | permit"]
