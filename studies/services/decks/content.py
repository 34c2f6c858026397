"""What a deck version holds, read once: it never changes."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from uuid import UUID

from django.urls import reverse
from django.utils.functional import cached_property

from studies.grading.rivals import rivals_of
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
from studies.services.decks.tables import DeckRow

UMLAUTS = frozenset("äöüßÄÖÜ")


def picture_address(picture_id: UUID | str | None) -> str | None:
    """Where browsers find a picture; None where there is no picture."""
    if picture_id is None:
        return None
    return reverse("picture", kwargs={"picture_id": picture_id})


def sound_address(sound_id: UUID | str | None) -> str | None:
    """Where browsers find a sound; None where there is none."""
    if sound_id is None:
        return None
    return reverse("sound", kwargs={"sound_id": sound_id})


@dataclass(frozen=True)
class ConceptContent:
    """One concept as cards and grading need it."""

    prompt: str
    picture: str | None
    expected: Expected
    level: str
    theta: tuple[float, float, float]
    sound: str | None = None
    number: int = 0
    is_practice: bool = False

    @cached_property
    def picture_address(self) -> str | None:
        return picture_address(self.picture)

    @cached_property
    def sound_address(self) -> str | None:
        return sound_address(self.sound)

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

    _rivals: dict[tuple[int, int], tuple[str, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def grade(
        self, concept_id: int, text: str, *, rule: GradingRule | None = None
    ) -> Verdict:
        """The verdict on a text as the answer to a concept.

        The deck's own rule applies unless another is given.
        """
        rule = rule or self.rule
        return grade(
            text,
            self.concepts[concept_id].expected,
            rule=rule,
            rivals=self.rivals(concept_id, version=rule.version),
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

    @cached_property
    def asked_article(self) -> str:
        """The rule for articles; empty where no answer has one."""
        has_any = any(accepted.article for accepted in self._accepted)
        return self.rule.article if has_any else ""

    @cached_property
    def has_umlauts(self) -> bool:
        """Whether some answer has a letter that may be written as two others."""
        return any(UMLAUTS & set(accepted.text) for accepted in self._accepted)

    @property
    def _accepted(self) -> Iterator[Accepted]:
        for concept in self.concepts.values():
            yield from concept.expected.answers

    @cached_property
    def _expected(self) -> dict[int, Expected]:
        return {pk: concept.expected for pk, concept in self.concepts.items()}

    def rivals(self, concept_id: int, *, version: int) -> tuple[str, ...]:
        """Every name of another concept that a version of the rule knows."""
        if (concept_id, version) not in self._rivals:
            self._rivals[concept_id, version] = rivals_of(
                concept_id, self._expected, version=version
            )
        return self._rivals[concept_id, version]


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
    return ConceptContent(
        prompt=concept.prompt,
        picture=str(concept.picture_id) if concept.picture_id else None,
        expected=expected_of(concept),
        level=concept.level,
        theta=concept.theta,
        sound=str(concept.sound_id) if concept.sound_id else None,
        number=concept.number,
        is_practice=concept.is_practice,
    )


def expected_of(concept: Concept | DeckRow) -> Expected:
    """What is right for a concept, stored or still in its table."""
    main = Accepted(concept.answer, concept.article)
    others = (Accepted(a["text"], a["article"]) for a in concept.alternatives)
    return Expected(
        answers=(main, *others),
        plural=concept.plural,
        prompt=concept.prompt,
        too_general=tuple(concept.too_general),
        other_plurals=tuple(concept.other_plurals),
        look_alikes=tuple(concept.look_alikes),
    )
