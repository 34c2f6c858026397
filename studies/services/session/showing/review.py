"""The review of a closed card: the answer that is now due, and what to say of it."""

from dataclasses import dataclass, field

from studies.grading.feedback import Piece, article_remark, compare, without_article
from studies.models import Response
from studies.models.response import Outcome
from studies.services.decks.content import ConceptContent

COMPARED_OUTCOMES = (Outcome.WRONG, Outcome.LATE)
COMPARED_RULES = ("typo", "bare")


@dataclass(frozen=True)
class ReviewView:
    """A closed learning card that is looked at, with the answer that is now due.

    It may be left after ``seconds_left`` and goes on by itself in
    ``goes_on_in_seconds``. ``article_remark`` is the answer with its article, if
    another was typed and accepted all the same. ``outcome`` is None for whoever may
    not know what somebody else answered.
    """

    prompt: str
    picture: str | None
    answer_given: str
    outcome: Outcome | None
    rule: str
    correct_answer: str
    seconds_left: float
    goes_on_in_seconds: float = 0
    auto_submitted: bool = False
    article_remark: str = ""
    comparison: list[Piece] = field(default_factory=list)
    sound: str | None = None

    @property
    def is_remark_the_answer(self) -> bool:
        return self.article_remark == self.correct_answer


def look_back(
    card: Response,
    content: ConceptContent,
    *,
    seconds_left: float = 0,
    goes_on_in_seconds: float = 0,
) -> ReviewView:
    """The review of ``card``, which has been judged."""
    return ReviewView(
        prompt=content.prompt,
        picture=content.picture_address,
        answer_given=card.text,
        outcome=Outcome(card.outcome) if card.outcome else None,
        rule=card.rule,
        correct_answer=content.correct_answer,
        seconds_left=seconds_left,
        goes_on_in_seconds=goes_on_in_seconds,
        auto_submitted=card.auto_submitted,
        article_remark=_article_remark(card, content),
        comparison=_comparison(card, content),
        sound=content.sound_address,
    )


def _article_remark(card: Response, content: ConceptContent) -> str:
    if not card.recalled or not card.typed_article:
        return ""
    return article_remark(
        content.expected, matched=card.matched, typed=card.typed_article
    )


def _comparison(card: Response, content: ConceptContent) -> list[Piece]:
    is_off = card.outcome in COMPARED_OUTCOMES or card.rule in COMPARED_RULES
    if not is_off or card.too_general or not card.text:
        return []
    noun = without_article(card.text, card.typed_article)
    return compare(noun, content.expected, matched=card.matched)
