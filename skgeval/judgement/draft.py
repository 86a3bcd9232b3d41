"""What the turn under judgement adds, before it is recorded.

`observe` may not change the session, and the second sentence of a turn must see the entities of the first: a draft
holds them until the record is made, and is dropped afterwards. It is the only other value that changes, and it never
leaves `observe`.
"""

from __future__ import annotations

from operator import itemgetter

from schemas.annotation import Annotation
from schemas.claim import EntityType, Mention
from schemas.finding import Binding
from schemas.record import BoundClaim, NewEntity, OpenSlot, SemanticLink
from schemas.turn import Role
from skgeval.judgement.graph import Entity
from skgeval.judgement.names import Names, together
from skgeval.judgement.session import Session, slot_of
from skgeval.knowledge import Knowledge
from skgeval.policy import Policy
from skgeval.vectors import byte_cosine


class Draft:
    """A session seen together with what one turn has added so far."""

    def __init__(self, session: Session, annotation: Annotation, policy: Policy, knowledge: Knowledge) -> None:
        """Start with nothing added."""
        self.session = session
        self.annotation = annotation
        self.policy = policy
        self.knowledge = knowledge
        self.position = annotation.index if annotation.index is not None else session.next_slot
        self.names = Names()
        self.entities: dict[str, NewEntity] = {}
        self.links: dict[str, SemanticLink] = {}
        self.claims: list[BoundClaim] = []
        self.spoken: list[tuple[int, int, str]] = []
        self.unbound = 0
        self.waiting = _waiting(session, annotation.role)
        self._rows = {
            label: annotation.vectors.label_rows[number * width : (number + 1) * width]
            for width in (annotation.vectors.dimensions,)
            for number, label in enumerate(annotation.vectors.labels)
        }
        self._nearest: dict[str, tuple[str, float]] | None = None

    def exact(self, key: str) -> str | None:
        """Return the entity of this key or alias."""
        return self.names.exact(key) or self.session.names.exact(key)

    def headed(self, head: str) -> list[str]:
        """Return the entities with this head word, oldest first."""
        return together((self.session.names.headed(head), self.names.headed(head)))

    def called(self, part: str) -> list[str]:
        """Return the named entities with this word in their name, oldest first."""
        return together((self.session.names.called(part), self.names.called(part)))

    def by_initials(self, acronym: str) -> str | None:
        """Return the entity with these initials."""
        return self.session.names.by_initials(acronym) or self.names.by_initials(acronym)

    def mention(self, key: str) -> Mention | None:
        """Return how an entity was first named, or asked about: questions make no entities."""
        entity = self.entity(key)
        if entity is not None:
            return entity.mention
        asked = (slot.subject_mention for slot in self.session.open_slots if slot.subject == key)
        return next(asked, None)

    def entity(self, key: str) -> Entity | NewEntity | None:
        """Return an entity of this turn or of an earlier one."""
        return self.entities.get(key) or self.session.graph.entities.get(key)

    def type_of(self, key: str) -> EntityType:
        """Return an entity's type; participants are persons."""
        entity = self.entity(key)
        return entity.type if entity else EntityType.PERSON

    def label_row(self, label: str) -> bytes:
        """Return the row of a label of this turn or of an earlier one; b"" where there is none."""
        return self._rows.get(label) or self.session.labels.row(label)

    def label_cosine(self, label: str, other: str) -> float | None:
        """Return the cosine of two labels; None where a row is missing."""
        return byte_cosine(self.label_row(label), self.label_row(other))

    def sentence_row(self, claim: BoundClaim) -> bytes:
        """Return the row of the sentence that a claim stands in; b"" for one completed from a question or a cue."""
        if slot_of(claim.key) != self.session.next_slot:
            return self.session.sentence_row(claim)
        if claim.completed:
            return b""
        vectors, number = self.annotation.vectors, claim.claim.sentence
        return vectors.sentences[number * vectors.dimensions : (number + 1) * vectors.dimensions]

    def nearest(self, label: str) -> tuple[str, float] | None:
        """Return the earlier entity whose label is closest, and the cosine; one product serves the whole turn."""
        if self._nearest is None:
            self._nearest = self._find_nearest()
        return self._nearest.get(label)

    def _find_nearest(self) -> dict[str, tuple[str, float]]:
        keys = self.session.window.keys
        unknown = [label for label in self._rows if self.exact(label.casefold()) is None] if keys else []
        if not unknown:
            return {}
        data = b"".join([self._rows[label] for label in unknown])
        found = self.session.window.cosines(data, self.annotation.vectors.dimensions)
        best, greatest = found.argmax(axis=1).tolist(), found.max(axis=1).tolist()
        return {label: (keys[place], cosine) for label, place, cosine in zip(unknown, best, greatest, strict=True)}

    def add_entity(self, key: str, label: str, mention: Mention, importance: float) -> None:
        """Bring in a new entity."""
        entity = NewEntity(key=key, label=label, type=mention.type, mention=mention, importance=importance)
        self.entities[key] = entity
        self.names.add(entity)

    def add_link(self, entity: str, earlier: str, cosine: float) -> None:
        """Join a new entity to the nearest earlier one."""
        self.links[entity] = SemanticLink(entity=entity, earlier=earlier, cosine=cosine)

    def speak_of(self, key: str, sentence: int, rank: int) -> None:
        """Note that a sentence speaks of an entity; a lower rank is more salient within the sentence."""
        self.spoken.append((-sentence, rank, key))

    def mentioned(self) -> tuple[str, ...]:
        """Return whom the turn speaks of, most salient first: last sentence first, subjects before objects."""
        ordered = sorted(self.spoken, key=itemgetter(0, 1))
        return tuple(dict.fromkeys(key for _, _, key in ordered))

    def binding(self, text: str, key: str) -> Binding:
        """Return how words of this turn were resolved by earlier ones."""
        for spoken in self.session.salience:
            if spoken.entity == key:
                return Binding(text=text, entity=key, turn=spoken.turn, sentence=spoken.sentence)
        return Binding(text=text, entity=key, turn=self.position, sentence="")


def _waiting(session: Session, role: Role) -> tuple[tuple[int, OpenSlot], ...]:
    """Return the questions of others that a turn of `role` may answer, newest first, with their places."""
    since = session.last_spoken.get(role, -1)
    numbered = tuple(enumerate(session.open_slots))
    return tuple(
        (number, slot)
        for number, slot in reversed(numbered)
        if slot.asked_by is not role and not slot.answered and slot.turn > since
    )
