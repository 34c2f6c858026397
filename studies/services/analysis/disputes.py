"""Disputed answers: what several people typed and was judged wrong."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from studies.grading.spelling import normalise
from studies.services.decks.content import ConceptContent

# What one person alone typed is a slip, not a dispute.
FEWEST_PEOPLE = 2


@dataclass(frozen=True)
class Disputed:
    """A text that was typed often: how it is mostly written, and by how many.

    ``answers`` is another card of the deck that it is right for, if there is one.
    """

    concept_id: int
    text: str
    n_people: int
    n_times: int
    answers: str = ""


def find_disputed(
    wrong: Iterable[tuple[int, str, int]], concepts: Mapping[int, ConceptContent]
) -> dict[int, list[Disputed]]:
    """By concept, the often typed first. ``wrong``: concept, text and who typed it."""
    typed: dict[tuple[int, str], Counter[str]] = {}
    people: dict[tuple[int, str], set[int]] = {}
    for concept_id, text, session_id in wrong:
        key = concept_id, normalise(text)
        typed.setdefault(key, Counter())[text] += 1
        people.setdefault(key, set()).add(session_id)
    right_for = _right_for(concepts)
    found: dict[int, list[Disputed]] = {}
    for (concept_id, normal), forms in typed.items():
        n_people = len(people[concept_id, normal])
        if normal and n_people >= FEWEST_PEOPLE:
            text = forms.most_common(1)[0][0]
            other = right_for.get(normal, "")
            disputed = Disputed(concept_id, text, n_people, forms.total(), other)
            found.setdefault(concept_id, []).append(disputed)
    for of_concept in found.values():
        of_concept.sort(key=lambda each: (-each.n_people, each.text))
    return found


def _right_for(concepts: Mapping[int, ConceptContent]) -> dict[str, str]:
    """What each answer of the deck is the answer to; many may be asked the same."""
    asked = Counter(content.prompt for content in concepts.values())
    return {
        normalise(accepted.text): content.prompt
        if content.prompt and asked[content.prompt] == 1
        else content.correct_answer
        for content in concepts.values()
        for accepted in content.expected.answers
    }
