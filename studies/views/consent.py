"""A copy of what somebody agreed to, to keep."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from studies.services.enrolment.consent import find_given_consent
from studies.services.markdown import render_markdown
from studies.services.session.serving import show_session
from studies.views.participant import page, participant_page, session_address


@require_safe
@participant_page
def show(request: HttpRequest, token: str) -> HttpResponse:
    context = show_session(token=token, now=timezone.now(), serve=False)
    given = find_given_consent(context.session, stranger_id=context.stranger_id)
    values = {
        "address": session_address(token),
        "session": context.session,
        "context": context,
        "is_over": True,
        "record": given.record,
        "text": render_markdown(given.text),
    }
    return page(request, "pages/consent.html", context.study, values)
