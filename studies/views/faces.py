"""The face of a card: what of it is the same for many, and what is its own."""

from dataclasses import dataclass
from functools import cached_property

from studies.phases import Page
from studies.services.session.page_context import PageContext
from studies.services.session.state import CardView, ReviewView
from studies.templatetags.parts import remembered
from studies.views.notes import Text


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
            "prompt_language": deck.prompt_language,
            "answer_language": deck.answer_language,
            "letters": deck.extra_letters,
            "note": self.note,
            "study_title": self.context.study.title,
            "is_practice": self.is_practice,
            "is_stage": True,
        }

    @property
    def blanks(self) -> dict[str, str]:
        """What is of this card and person alone."""
        state, view, review = self.context.state, self._view, self._review
        return {
            "address": self.address,
            "field": self.field,
            "step": str(state.step),
            "seconds": "" if self.is_practice else _as_text(view.seconds_left),
            "picture": view.picture or "",
            "prompt": view.prompt,
            "next_picture": self._next_picture,
            "given": review.answer_given if review else "",
            "answer": review.correct_answer if review else "",
            "progress": self._progress,
            "heading": self._heading,
        }

    @property
    def _review(self) -> ReviewView | None:
        return self.context.state.review

    @property
    def _limit(self) -> float | None:
        context = self.context
        if context.state.page == Page.REVIEW:
            return context.settings.review_seconds
        return context.seconds_each

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


def _as_text(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds:.3f}"
