"""What a deck version holds, read once: it never changes."""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from uuid import UUID

from django.urls import reverse

from studies.grading.rule import (
    Accepted,
    ArticleRule,
    Expected,
    GradingRule,
    Level,
    Verdict,
    grade,
)
from studies.models import Concept, DeckVersion


def picture_address(picture_id: UUID | str | None) -> str | None:
    """Where browsers find a picture; None where there is no picture."""
    if picture_id is None:
        return None
    return reverse("picture", kwargs={"picture_id": picture_id})


@dataclass(frozen=True)
class ConceptContent:
    """One concept as cards and grading need it."""

    prompt: str
    picture: str | None
    expected: Expected
    level: str
    theta: tuple[float, float, float]
    number: int = 0
    is_practice: bool = False

    @cached_property
    def picture_address(self) -> str | None:
        return picture_address(self.picture)

    @property
    def correct_answer(self) -> str:
        main = self.expected.answers[0]
        return f"{main.article} {main.text}".strip()


@dataclass(frozen=True)
class DeckContent:
    """All concepts of a deck version by their row's number, and its grading rule."""

    concepts: dict[int, ConceptContent]
    rule: GradingRule
    prompt_language: str = ""
    answer_language: str = ""
    extra_letters: str = ""
    practice_id: int | None = None

    _rivals: dict[int, tuple[str, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def grade(
        self, concept_id: int, text: str, *, rule: GradingRule | None = None
    ) -> Verdict:
        """The verdict on a text as the answer to a concept.

        The deck's own rule applies unless another is given.
        """
        return grade(
            text,
            self.concepts[concept_id].expected,
            rule=rule or self.rule,
            rivals=self.rivals(concept_id),
        )

    @cached_property
    def taught(self) -> list[ConceptContent]:
        """The concepts that sessions are about: all but those to practise with."""
        return [each for each in self.concepts.values() if not each.is_practice]

    @cached_property
    def n_of_level(self) -> dict[str, int]:
        """How many concepts each level has, in the deck's order."""
        return dict(Counter(each.level for each in self.taught if each.level))

    @cached_property
    def needs_sight(self) -> bool:
        """Whether some card shows a picture and nothing else."""
        return any(not concept.prompt for concept in self.concepts.values())

    def rivals(self, concept_id: int) -> tuple[str, ...]:
        """Every answer of the deck that belongs to another concept."""
        if concept_id not in self._rivals:
            self._rivals[concept_id] = tuple(
                accepted.text
                for pk, concept in self.concepts.items()
                if pk != concept_id
                for accepted in concept.expected.answers
            )
        return self._rivals[concept_id]


def content_of(version: DeckVersion) -> DeckContent:
    """What ``version`` holds."""
    return load_content(version.pk, version.fingerprint)


@lru_cache(maxsize=64)
def load_content(deck_version_id: int, fingerprint: str) -> DeckContent:
    """The content of a version; the fingerprint guards against reused numbers."""
    version = DeckVersion.objects.get(pk=deck_version_id, fingerprint=fingerprint)
    rows = list(version.concepts.order_by("number"))
    return DeckContent(
        concepts={row.pk: _content(row) for row in rows},
        rule=GradingRule(
            version=version.grading_version,
            level=Level(version.grading_level),
            article=ArticleRule(version.article_rule),
        ),
        prompt_language=version.prompt_language,
        answer_language=version.answer_language,
        extra_letters=version.extra_letters,
        practice_id=next((row.pk for row in rows if row.is_practice), None),
    )


def _content(concept: Concept) -> ConceptContent:
    main = Accepted(concept.answer, concept.article)
    others = (Accepted(a["text"], a["article"]) for a in concept.alternatives)
    return ConceptContent(
        prompt=concept.prompt,
        picture=str(concept.picture_id) if concept.picture_id else None,
        expected=Expected(
            answers=(main, *others),
            plural=concept.plural,
            prompt=concept.prompt,
            too_general=tuple(concept.too_general),
        ),
        level=concept.level,
        theta=concept.theta,
        number=concept.number,
        is_practice=concept.is_practice,
    )
