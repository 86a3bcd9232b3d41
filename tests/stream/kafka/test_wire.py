"""Keys and headers."""

from kafka.partitioner import DefaultPartitioner

from stream.kafka.wire import Source, conversation_key, kind_of, partition_of


def test_what_headers_say_is_read_back():
    source = Source(partition=3, offset=17, arrived=1_700_000_000_000, mode="resend")

    headers = dict(source.headers("Annotation"))

    assert kind_of(headers) == "Annotation"
    assert Source.of(headers, arrived=0) == source


def test_headers_of_somebody_else_name_no_source():
    assert Source.of({}, arrived=5) is None
    assert Source.of({"skg-source-partition": b"x", "skg-source-offset": b"1"}, arrived=5) is None
    assert kind_of({"other": b"header"}) == ""


def test_a_key_goes_to_the_partition_that_kafka_chooses():
    for number in range(50):
        key = conversation_key("tenant", f"conversation {number}")

        assert partition_of(key, 12) == DefaultPartitioner()(key, list(range(12)), list(range(12)))


def test_a_tenant_keeps_conversations_of_the_same_id_apart():
    assert conversation_key("a", "c") != conversation_key("b", "c")
