"""Where somebody is signed in, and how to end it."""

from datetime import datetime

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session


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
