"""Where somebody is signed in, since when, and how to end it."""

import time
from datetime import datetime
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.models import Session
from django.dispatch import receiver
from django.http import HttpRequest

# When a session began and was last used, in seconds, inside of it.
BEGAN, SEEN = "began_at", "seen_at"


@receiver(user_logged_in)
def note_sign_in(request: HttpRequest, **_: Any) -> None:
    now = int(time.time())
    request.session.update({BEGAN: now, SEEN: now})


def end_other_sessions(user: User, *, kept: str | None, now: datetime) -> int:
    """Sign ``user`` out everywhere but in the session ``kept``; says of how many.

    Whose a session is stands inside it: all that last are opened, which are few.
    """
    others = Session.objects.filter(expire_date__gt=now).exclude(session_key=kept)
    ended = [
        session.pk
        for session in others.iterator()
        if session.get_decoded().get(SESSION_KEY) == str(user.pk)
    ]
    Session.objects.filter(pk__in=ended).delete()
    return len(ended)
