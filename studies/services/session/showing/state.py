"""What a participant may know: everything a page needs and not a word more."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from studies.models import Response, TeachingSession
from studies.models.response import Outcome
from studies.models.session import Phase, Stage
from studies.phases import QUESTION_PAGES, Page, page_of
from studies.services.codes import code_of
from studies.services.session.cards import Cards, review_ends_at
from studies.services.session.ownership import gave_answer
from studies.services.session.settings import SessionSettings
from studies.services.session.showing.result import ResultView, result_of
from studies.services.session.showing.review import ReviewView, look_back


@dataclass(frozen=True)
class CardView:
    """A card before it is answered. There is no field an answer could be in."""

    prompt: str
    picture: str | None
    seconds_left: float | None


@dataclass(frozen=True)
class Receipt:
    """What became of one submitted answer; quizzes do not tell the outcome."""

    phase: Phase
    step: int
    outcome: Outcome | None


@dataclass(frozen=True)
class Question:
    """One of the questions before or after the cards.

    Which answers screen out is nobody's to know. ``low`` and ``high`` are the words at
    the ends of a scale, ``min`` and ``max`` the bounds of a number.
    """

    id: str
    kind: str
    label: str
    options: list[str]
    required: bool
    low: str = ""
    high: str = ""
    min: float | None = None
    max: float | None = None

    @classmethod
    def of(cls, item: dict[str, Any]) -> "Question":
        return cls(
            id=item["id"],
            kind=item["kind"],
            label=item["label"],
            options=item.get("options", []),
            required=bool(item.get("required")),
            low=item.get("low", ""),
            high=item.get("high", ""),
            min=item.get("min"),
            max=item.get("max"),
        )


@dataclass(frozen=True)
class State:
    """Where a participant is; (phase, stage, step) is the key of leaving a page."""

    page: Page
    phase: Phase
    step: int
    n_steps: int
    stage: Stage = Stage.INTRODUCTION
    card: CardView | None = None
    review: ReviewView | None = None
    questionnaire: list[Question] | None = None
    result: ResultView | None = None
    opens_in_seconds: float | None = None
    closes_in_seconds: float | None = None
    completion_code: str | None = None
    receipt: Receipt | None = None


def state_of(
    cards: Cards,
    *,
    now: datetime,
    receipt: Receipt | None = None,
    stranger_id: int | None = None,
) -> State:
    """The state of a session whose cards are given, for its person.

    The arrival without proof of ``stranger_id`` reads nothing that somebody else gave:
    no answer, no result, no code.
    """
    session, settings = cards.session, cards.settings
    page = page_of(session, now=now)
    return State(
        page=page,
        phase=Phase(session.phase),
        step=session.step,
        n_steps=settings.n_steps(session.phase),
        stage=Stage(session.stage),
        card=_card_view(cards, now=now) if page == Page.CARD else None,
        review=_review_view(cards, stranger_id, now=now)
        if page == Page.REVIEW
        else None,
        questionnaire=_questions(settings, page) if page in QUESTION_PAGES else None,
        result=_result_view(cards, stranger_id) if page == Page.RESULT else None,
        opens_in_seconds=(
            seconds_until(session.opens_at, now) if page == Page.WAITING else None
        ),
        closes_in_seconds=seconds_until(finish_until(session), now),
        completion_code=code_of(session, stranger_id),
        receipt=receipt,
    )


def finish_until(session: TeachingSession) -> datetime | None:
    """Until when somebody may go on whose study has been closed meanwhile."""
    if session.has_ended or not session.study.is_closed:
        return None
    return session.study.finish_until


def receipt_of(card: Response) -> Receipt:
    """What a participant is told about an answer they sent."""
    is_told = card.phase == Phase.LEARNING
    outcome = Outcome(card.outcome) if is_told and card.outcome else None
    return Receipt(Phase(card.phase), card.step, outcome)


def _questions(settings: SessionSettings, page: Page) -> list[Question]:
    return [Question.of(item) for item in settings.questions(page)]


def seconds_until(moment: datetime | None, now: datetime) -> float | None:
    """Seconds from ``now``, never below 0."""
    if moment is None:
        return None
    return round(max(0.0, (moment - now).total_seconds()), 3)


def _card_view(cards: Cards, *, now: datetime) -> CardView | None:
    card = cards.current
    if card is None or card.served_at is None or card.is_closed:
        return None
    content = cards.content(card)
    return CardView(
        content.prompt,
        content.picture_address,
        seconds_until(card.deadline_at, now),
    )


def _result_view(cards: Cards, stranger_id: int | None) -> ResultView | None:
    return result_of(cards.session, cards.deck) if stranger_id is None else None


def _review_view(
    cards: Cards, stranger_id: int | None, *, now: datetime
) -> ReviewView | None:
    card = cards.current
    if card is None or (began_at := card.review_at) is None:
        return None
    if not gave_answer(card, stranger_id):
        # How long a review lasts would tell whether the answer was right.
        card = Response(shown=card.shown, review_at=began_at)
    whole = cards.settings.whole_review(after_right=card.recalled)
    return look_back(
        card,
        cards.content(card),
        seconds_left=seconds_until(review_ends_at(card, cards.settings), now) or 0.0,
        goes_on_in_seconds=seconds_until(began_at + whole, now) or 0.0,
    )
