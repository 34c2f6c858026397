"""What a deck version holds, read once: it never changes."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from studies.grading.rule import (
    Accepted,
    ArticleRule,
    Expected,
    GradingRule,
    Level,
)
from studies.models import Concept, DeckVersion


@dataclass(frozen=True)
class ConceptContent:
    """One concept as cards and grading need it."""

    prompt: str
    picture: str | None
    expected: Expected
    level: str
    theta: tuple[float, float, float]

    @property
    def correct_answer(self) -> str:
        main = self.expected.answers[0]
        return f"{main.article} {main.text}".strip()


@dataclass(frozen=True)
class DeckContent:
    """All concepts of a deck version by their row's number, and its grading rule."""

    concepts: dict[int, ConceptContent]
    rule: GradingRule

    @cached_property
    def _names(self) -> list[tuple[int, str]]:
        return [
            (pk, accepted.text)
            for pk, concept in self.concepts.items()
            for accepted in concept.expected.answers
        ]

    def rivals(self, concept_id: int) -> list[str]:
        """Every answer of the deck that belongs to another concept."""
        return [name for pk, name in self._names if pk != concept_id]


@lru_cache(maxsize=64)
def load_content(deck_version_id: int, fingerprint: str) -> DeckContent:
    """The content of a version; the fingerprint guards against reused numbers."""
    version = DeckVersion.objects.get(pk=deck_version_id, fingerprint=fingerprint)
    return DeckContent(
        concepts={c.pk: _content(c) for c in version.concepts.order_by("number")},
        rule=GradingRule(
            version=version.grading_version,
            level=Level(version.grading_level),
            article=ArticleRule(version.article_rule),
        ),
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
    )
