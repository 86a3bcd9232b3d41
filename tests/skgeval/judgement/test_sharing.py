"""What a session shares between records stays, byte for byte, what each of them said."""

import msgspec
import pytest

from schemas.claim import TimeScope
from schemas.codec import encode_msgpack
from schemas.record import TurnRecord
from schemas.turn import Role
from skgeval.judgement import sharing
from skgeval.judgement.sharing import shared
from tests.skgeval.judgement.contradiction.claims import said

LEFT_OUT = said("warranty", "last", "24 months")
STATED = msgspec.structs.replace(
    LEFT_OUT, claim=msgspec.structs.replace(LEFT_OUT.claim, time=TimeScope(), importance=float("0.5"))
)


def record(claim):
    return TurnRecord(
        conversation="c", slot=0, position=0, turn_id="0", role=Role.ASSISTANT, text_digest="", claims=(claim,)
    )


@pytest.mark.parametrize(("first", "second"), [(LEFT_OUT, STATED), (STATED, LEFT_OUT)])
def test_a_stated_default_and_one_left_out_keep_their_bytes_whichever_was_shared_first(first, second):
    sharing._time.cache_clear()
    sharing._number.cache_clear()

    kept = [shared(record(claim)) for claim in (first, second)]

    assert [encode_msgpack(one) for one in kept] == [encode_msgpack(record(claim)) for claim in (first, second)]
    assert encode_msgpack(record(LEFT_OUT)) != encode_msgpack(record(STATED))


def test_equal_times_of_two_records_are_held_once():
    kept = [shared(record(said("shop", "open", time=TimeScope(frequency="often")))) for _ in range(2)]

    assert kept[0].claims[0].claim.time is kept[1].claims[0].claim.time
