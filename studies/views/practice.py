"""A practice card: as often as one likes, and nothing of it is kept."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from studies.models import TeachingSession
from studies.models.session import Phase
from studies.phases import Page
from studies.services.session.practice import Try, practice_card, review_practice
from studies.services.session.state import State
from studies.services.tokens import read_session
from studies.views.forms import MAX_ANSWER, typed_text
from studies.views.participant import participant_page, to_session
from studies.views.session import show_state


@participant_page
def practise(request: HttpRequest, token: str) -> HttpResponse:
    session = read_session(token, now=timezone.now())
    card = practice_card(session)
    if card is None or session.phase != Phase.INSTRUCTIONS:
        return to_session(token)
    if request.method == "POST":
        return _review(request, token, session)
    state = State(Page.CARD, Phase.LEARNING, 1, 1, card=card)
    return show_state(
        request, token, session, state, is_practice=True, refresh_after=None
    )


def _review(request: HttpRequest, token: str, session: TeachingSession) -> HttpResponse:
    attempt = Try(
        text=typed_text(request.POST)[:MAX_ANSWER].strip(),
        dont_know=bool(request.POST.get("dont_know")),
    )
    review = review_practice(session, attempt)
    state = State(Page.REVIEW, Phase.LEARNING, 1, 1, review=review)
    return show_state(
        request, token, session, state, is_practice=True, refresh_after=None
    )
