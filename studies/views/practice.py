"""A practice card: as often as one likes, and nothing of it is kept."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from studies.limits import MAX_ANSWER
from studies.models.session import Phase
from studies.phases import Page, page_of
from studies.services.participation.practice import Try, practice_card, review_practice
from studies.services.session.cards import Cards
from studies.services.session.lock import read_session
from studies.services.session.page_context import PageContext
from studies.services.session.settings import settings_of
from studies.services.session.state import State
from studies.views.forms import typed_text
from studies.views.participant import participant_page, to_session
from studies.views.session import show_context


@participant_page
def practise(request: HttpRequest, token: str) -> HttpResponse:
    now = timezone.now()
    session = read_session(token, now=now)
    card = practice_card(session)
    if card is None or page_of(session, now=now) != Page.INSTRUCTIONS:
        return to_session(token)
    state = State(Page.CARD, Phase.LEARNING, 1, 1, card=card)
    if request.method == "POST":
        review = review_practice(session, _attempt(request))
        state = State(Page.REVIEW, Phase.LEARNING, 1, 1, review=review)
    context = PageContext(session, settings_of(session), state, Cards(session))
    return show_context(request, token, context, is_practice=True, refresh_after=None)


def _attempt(request: HttpRequest) -> Try:
    return Try(
        text=typed_text(request.POST)[:MAX_ANSWER].strip(),
        dont_know=bool(request.POST.get("dont_know")),
    )
