"""What redaction finds, and the ordinary numbers and words that it leaves alone."""

import re
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from schemas.turn import Role, Turn
from stream.errors import SettingsError
from stream.redaction import load_redactor
from stream.redaction.patterns import PatternRedactor
from stream.settings import RedactionMode, Settings

REDACTOR = PatternRedactor("a key for these tests")
PSEUDONYM = re.compile(r"\b(Mail|Phone|Card|Iban|Address|Key)[A-Z][a-z]{15}\b")
PEM = "-----BEGIN PRIVATE KEY-----{0}MIIEvQIBADANBgkqhkiG9w0BAQEFAASC{0}BKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj{0}"
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"


def outline(text):
    """Return a text redacted, each pseudonym shown by its kind alone."""
    return PSEUDONYM.sub(r"[\1]", REDACTOR.text(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Write to anna@example.org.", "Write to [Mail]."),
        ("mailto:Anna.B+x@mail.example.co.uk, please", "mailto:[Mail], please"),
        ("(jörg_m@büro.example)", "([Mail])"),
        ("Call +49 170 1234567 now.", "Call [Phone] now."),
        ("tel:+1-212-555-0199", "tel:[Phone]"),
        ("phone=+442079460958&x=1", "phone=[Phone]&x=1"),
        ("Call (212) 555-0199, or 212.555.0198!", "Call [Phone], or [Phone]!"),
        ("0170 1234567/0171 7654321", "[Phone]/[Phone]"),
        ("London 020 7946 0958, Paris 06 12 34 56 78", "London [Phone], Paris [Phone]"),
        ("Berlin (030) 1234567 or 030/1234567-89", "Berlin [Phone] or [Phone]"),
        ("You can reach us at 5551234567.", "You can reach us at [Phone]."),
        ("Our hotline is now: 555-0199", "Our hotline is now: [Phone]"),
        ("My number is 12 34 56 78", "My number is [Phone]"),
        ("Pay with 4111 1111 1111 1111, 5500-0000-0000-0004 or 378282246310005.", "Pay with [Card], [Card] or [Card]."),
        ("Pay with 3782 822463 10005", "Pay with [Card]"),
        ("IBAN DE89 3704 0044 0532 0130 00 and thanks", "IBAN [Iban] and thanks"),
        ("gb82west12345698765432, NO93 8601 1117 947", "[Iban], [Iban]"),
        ("at 192.168.1.10:8080 and 10.0.0.0/24", "at [Address]:8080 and [Address]/24"),
        ("ssh root@10.0.0.7", "ssh root@[Address]"),
        ("[2001:db8::1]:443, fe80::1: up, ::ffff:10.0.0.7.", "[[Address]]:443, [Address]: up, [Address]."),
        ("sk-abcDEF1234567890abcdef", "[Key]"),
        ("Use ghp_abcdefghijklmnopqrstuvwxyz0123456789.", "Use [Key]."),
        ('key_id="AKIAIOSFODNN7EXAMPLE"', 'key_id="[Key]"'),
        (f"Cookie: session={JWT}; path=/", "Cookie: session=[Key]; path=/"),
        ("api_key: 9f8e7d6c5b4a39281706f5e4", "api_key: [Key]"),
        ("The token is `550e8400-e29b-41d4-a716-446655440000`", "The token is `[Key]`"),
        ("Authorization: Bearer 9f8e7d6c5b4a39281706f5e4", "Authorization: Bearer [Key]"),
        ("My password is hunter2.", "My password is [Key]."),
        ("password=Tr0ub4dor&3", "password=[Key]"),
        (f"{PEM.format(chr(10))}-----END PRIVATE KEY----- done", "[Key] done"),
        (f"{PEM.format(chr(92) + 'n')}-----END PRIVATE KEY----- done", "[Key] done"),
        (f"cut off: {PEM.format(chr(10))}", "cut off: [Key]\n"),
    ],
)
def test_values_are_replaced_and_the_words_around_them_stay(text, expected):
    assert outline(text) == expected


@pytest.mark.parametrize(
    "spellings",
    [
        ("Anna@Example.org", "anna@example.org"),
        ("+49 170 1234567", "+49-170-1234567", "0049 170 1234567", "+49 (0)170 1234567", "+491701234567"),
        ("0170 1234567", "0170/1234567", "0170-123 45 67"),
        ("212-555-0199", "(212) 555-0199", "+1 212 555 0199", "1-212-555-0199", "call 2125550199"),
        ("4111111111111111", "4111 1111 1111 1111", "4111-1111-1111-1111"),
        ("DE89370400440532013000", "DE89 3704 0044 0532 0130 00", "de89 3704 0044 0532 0130 00"),
        ("2001:db8::1", "2001:0DB8:0:0:0:0:0:1"),
        ("192.168.1.10", "::ffff:192.168.1.10"),
    ],
)
def test_all_spellings_of_a_value_have_one_pseudonym(spellings):
    found = {PSEUDONYM.search(REDACTOR.text(spelling))[0] for spelling in spellings}

    assert len(found) == 1


@pytest.mark.parametrize(
    "text",
    [
        "In 2024 there were 1,234,567 people, 1 234 567 of them in 12 000 000 rooms.",
        "Version 1.2.3.4, release 10.0.0.1, v10.0.0.2, 3.11.2, Chrome 120.0.6099.109",
        "It costs $1,299.99 or 1.299,00 EUR, 12 345 678 EUR, +12 000 000 users, +123456789 EUR, 100%.",
        "On 01/02/2024, 2024-01-02, 01.02.2024 at 12:34:56, 2024-01-02T03:04:05Z, 2024-01-02 03:04:05.",
        "Order number 123-456-7890, order #0301234567, order no. 0170 1234567, ticket 112-1234567-1234567.",
        "Your invoice is 5551234567, the tracking number 1Z999AA10123456784.",
        "Card 4111 1111 1111 1112 and 9111111111111111, id 1234567890123456, 1700000000 and 1700000000000",
        "ISBN 978-3-16-148410-0, 0-306-40615-2, 0306406152",
        "std::vector, a::b, Dad::Add, C++ :: operator, 00:1a:2b:3c:4d:5e, 3:2:1",
        "3.14159265358979, 6.02214076e23, +48.8566, -2.3522, +52.520008123, 0.1701234567",
        "lodash@4.17.21, @anna, user@localhost, actions/checkout@v4, a @ b, 5@ 3",
        "The password is required. The password must have 8-characters. password: forgotten.",
        "The key ingredient is self-raising-flour-mixture. The token is non-transferable-anyhow.",
        "sk-learn-is-a-library-for-python; key-value-store-with-replication",
        "Room 101, 24 months, 3-4 weeks, 10-20-30, 100 200 300 400, 1-2-3-4-5-6-7-8-9",
        "Call me in 2024. The phone has 128 GB and costs 1299. Call 911; the phone 15 pro; call 112.",
        "DE12 3456 7890 1234 5678 90, AB12CD34EF56GH78IJ90, DE88370400440532013000",
        "12 34 56 78 90 is a list; 1 2 3 4 5 6 7 8 9 10 11 12",
        "2+2=4; 3 * 100000000 = 300000000; 10^123456789; 1/2, 3/4",
        "Write -----BEGIN PRIVATE KEY----- at the top and -----END PRIVATE KEY at the end.",
    ],
)
def test_ordinary_numbers_and_words_stay(text):
    assert REDACTOR.text(text) == text


FRAGMENTS = [
    *("anna@example.org", "+49 170 1234567", "4111111111111111", "DE89370400440532013000", "fe80::1", "10.0.0.7"),
    *(
        "sk-abcDEF1234567890abcdef",
        "password is hunter2",
        "-----BEGIN A KEY-----",
        "\n",
        " ",
        "-",
        "@",
        ".",
        ":",
        "key",
    ),
    *("order number", "call", "+", "0", "1", "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC", "é", "'", "="),
]


@example(["password is hunter2", "=", "4111111111111111"])
@example(["password is hunter2", "+", "sk-abcDEF1234567890abcdef"])
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=12))
def test_redacting_twice_changes_nothing_more(fragments):
    once = REDACTOR.text("".join(fragments))

    assert REDACTOR.text(once) == once


HOSTILE = [
    *("1", "12 ", "+1 ", "0 ", "01 ", "4111 ", "4111-", "DE89 ", "1.1.", "(0", "\u00a0"),
    *(
        "@",
        "a@",
        "a@a.",
        "a@a.a",
        ":",
        "::1",
        "a:",
        "eyJ",
        "eyJaaaaaaaaa.",
        "key ",
        "key: ",
        'key="',
        "password ",
        "sk-a",
    ),
    *("-----BEGIN A-----", "-----BEGIN A-----\n" + "A1" * 10, "call ", "call 1", "order number "),
]
"""What makes a careless pattern start anew at each character."""


@pytest.mark.slow
@pytest.mark.parametrize("piece", HOSTILE)
@pytest.mark.parametrize("beginning", ["", "+", "a@", "key: "])
def test_time_grows_with_the_text_and_not_with_its_square(piece, beginning):
    def seconds(length):
        text = beginning + (piece * length)[:length]
        runs = []
        for _ in range(3):
            started = time.process_time()
            REDACTOR.text(text)
            runs.append(time.process_time() - started)
        return min(runs)

    quarter, whole = seconds(25_000), seconds(100_000)

    assert whole < 9 * max(quarter, 0.01)  # four times the text; sixteen times the work were its square


def test_text_and_reference_are_redacted_alike_and_other_fields_stay():
    turn = Turn(
        conversation="anna@example.org",
        role=Role.ASSISTANT,
        text="Write to anna@example.org.",
        reference="The address is ANNA@example.org.",
        turn_id="anna@example.org",
    )

    redacted = REDACTOR.redact(turn)

    name = PSEUDONYM.search(redacted.text)[0]
    assert redacted.reference == f"The address is {name}."
    assert (redacted.conversation, redacted.turn_id) == ("anna@example.org", "anna@example.org")


def test_without_redaction_turns_stay_as_they_are():
    turn = Turn(conversation="c", role=Role.USER, text="Write to anna@example.org.")

    assert load_redactor(Settings()).redact(turn) is turn


@pytest.mark.parametrize(("key", "problem"), [("", "is empty"), ("fifteen letters", "has 15 characters")])
def test_redaction_needs_a_key_that_cannot_be_guessed(key, problem):
    with pytest.raises(SettingsError, match=f"{problem}.*SKG_REDACTION_KEY_FILE"):
        load_redactor(Settings(redaction=RedactionMode.PATTERNS, redaction_key=key))


def test_a_key_of_sixteen_characters_is_enough():
    settings = Settings(redaction=RedactionMode.PATTERNS, redaction_key="sixteen letters!")

    turn = load_redactor(settings).redact(Turn(conversation="c", role=Role.USER, text="anna@example.org"))

    assert PSEUDONYM.fullmatch(turn.text)
