"""Conversations that lie on the dead-letter topic, each with one contradiction."""

from schemas.codec import encode_json
from schemas.topics import DEAD_LETTERS, TURNS
from schemas.turn import Role, Turn
from stream.bench.paging.talks import talk
from stream.kafka.dead_letters import LetterSource, dead_letter
from stream.kafka.topics import message_bytes, topic_name
from stream.kafka.wire import conversation_key
from tests.broker.sending import producer


def put_dead_letters(settings, release, conversations):
    """Put the first and the contradicting reply of so many conversations onto the dead-letter topic."""
    most = message_bytes(settings, DEAD_LETTERS)
    with producer(settings) as sender:
        for number in range(conversations):
            exchanges = talk(release.assistant, number, seed=3)
            name = f"letters-{number}"
            for index, text in enumerate((exchanges[0].reply, exchanges[4].slip)):
                turn = Turn(
                    conversation=name,
                    role=Role.ASSISTANT,
                    text=text,
                    assistant=release.assistant,
                    assistant_version=release.version,
                    index=index,
                )
                key = conversation_key("", name)
                source = LetterSource(topic=topic_name(settings, TURNS), partition=0, offset=index, timestamp_ms=1)
                letter = dead_letter(
                    value=encode_json(turn), key=key, source=source, error=RuntimeError(), most_bytes=most
                )
                sender.send(
                    topic_name(settings, DEAD_LETTERS), key=letter.key, value=letter.value, headers=letter.headers
                )
