"""The face of a card: what of it is the same for many, and what is its own."""

from dataclasses import dataclass

from django.utils.functional import cached_property
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from studies.grading.feedback import Piece, PieceKind
from studies.models.response import Outcome
from studies.phases import Page
from studies.services.session.showing.page_context import PageContext
from studies.services.session.showing.review import ReviewView
from studies.services.session.showing.state import CardView
from studies.templatetags.parts import remembered
from studies.views.notes import Text

TAGS = {
    PieceKind.SAME: "span",
    PieceKind.MISSING: "ins",
    PieceKind.EXTRA: "del",
    PieceKind.SWAPPED: "mark",
}


@dataclass(frozen=True)
class Face:
    """A card or its review, as the values of its templates."""

    context: PageContext
    address: str
    field: str
    note: Text = ""
    is_practice: bool = False

    @cached_property
    def _view(self) -> CardView | ReviewView:
        view = self.context.state.review or self.context.state.card
        if view is None:
            raise ValueError("a page without a card has no face")
        return view

    @property
    def frame(self) -> dict[str, object]:
        """What many faces have in common."""
        state, deck, review = self.context.state, self.context.deck, self._review
        return {
            "page": state.page,
            "phase": state.phase,
            "limit": _as_text(self._limit),
            "outcome": review and review.outcome,
            "rule": review and review.rule,
            "is_sent_by_time": bool(review and review.auto_submitted),
            "is_remark_the_answer": bool(review and review.is_remark_the_answer),
            "prompt_language": deck.prompt_language,
            "answer_language": deck.answer_language,
            "letters": deck.extra_letters,
            "article_rule": deck.asked_article,
            "note": self.note,
            "study_title": self.context.study.title,
            "is_practice": self.is_practice,
            "is_stage": True,
        }

    @property
    def blanks(self) -> dict[str, str]:
        """What is of this card and person alone."""
        state, view = self.context.state, self._view
        return {
            "address": self.address,
            "field": self.field,
            "step": str(state.step),
            "seconds": _as_text(self._seconds),
            "picture": view.picture or "",
            "prompt": view.prompt,
            "next_picture": self._next_picture,
            "progress": self._progress,
            "heading": self._heading,
            **self._told,
        }

    @property
    def _told(self) -> dict[str, str]:
        """What only a review tells."""
        review = self._review
        if review is None:
            return {}
        return {
            "given": review.answer_given,
            "answer": review.correct_answer,
            "article_remark": review.article_remark,
            "compared": _mark_letters(review.comparison),
            "missing": _letters(review.comparison, PieceKind.MISSING),
            "extra": _letters(review.comparison, PieceKind.EXTRA),
            "swapped_letters": _letters(review.comparison, PieceKind.SWAPPED),
            "sound": review.sound or "",
            "next_in": _next_in(review),
        }

    @property
    def _review(self) -> ReviewView | None:
        return self.context.state.review

    @property
    def _seconds(self) -> float | None:
        review = self._review
        if review is None:
            return self._view.seconds_left
        return None if self.is_practice else review.goes_on_in_seconds

    @property
    def _limit(self) -> float | None:
        context, review = self.context, self._review
        if review is None:
            return context.seconds_each
        after_right = review.outcome == Outcome.CORRECT
        return context.settings.whole_review(after_right=after_right).total_seconds()

    @property
    def _next_picture(self) -> str:
        is_ahead = self.context.state.page == Page.CARD and not self.is_practice
        return (self.context.next_picture or "") if is_ahead else ""

    @property
    def _heading(self) -> str:
        return remembered(
            "parts/heading.html",
            progress=self.context.progress,
            page=self.context.state.page,
            is_practice=self.is_practice,
        )

    @property
    def _progress(self) -> str:
        return remembered(
            "parts/progress.html",
            progress=self.context.progress,
            is_practice=self.is_practice,
            is_stage=True,
            is_over=False,
            until=self.context.finish_until,
        )


def _next_in(review: ReviewView) -> str:
    """When a review may be left, where that is sooner than it goes on by itself."""
    is_sooner = review.seconds_left < review.goes_on_in_seconds
    return _as_text(review.seconds_left) if is_sooner else ""


def _mark_letters(pieces: list[Piece]) -> SafeString:
    """What is missing as inserted, what is too much as deleted, what is swapped."""
    marked = ((TAGS[p.kind], p.text, TAGS[p.kind]) for p in pieces)
    return format_html_join("", "<{}>{}</{}>", marked)


def _letters(pieces: list[Piece], kind: PieceKind) -> str:
    return ", ".join(piece.text for piece in pieces if piece.kind == kind)


def _as_text(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds:.3f}"
