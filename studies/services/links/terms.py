"""What a study says to its recruiters, and what the server lends them."""

from collections.abc import Mapping
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import validate_host
from django.urls import reverse

from studies.models import Study
from studies.recruitment import OPEN_LINK, Terms, pick_recruiters
from studies.recruitment.link import ONCE
from studies.services.links.signing_keys import find_key
from studies.services.tokens import sign_label


def options_of(study: Study) -> dict[str, Mapping[str, Any]]:
    """What ``study`` says to those recruiters whom it names."""
    said = study.recruiter_options
    return {name: said[name] for name in study.recruiters if name in said}


def terms_of(study: Study, recruiter: str) -> Terms:
    """What ``study`` says to ``recruiter``."""
    return Terms(
        options=options_of(study).get(recruiter, {}),
        completion_url=study.completion_url,
        sign=partial(sign_label, study.pk),
        is_own=partial(_is_own, study.slug),
        site=settings.RECRUITER_SITES.get(recruiter, ""),
        find_key=partial(find_key, recruiter),
        leeway_seconds=settings.SIGNED_LINK_LEEWAY_SECONDS,
    )


def _is_own(slug: str, address: str) -> bool:
    """Whether ``address`` is that of the study on this server, or the server alone.

    Recruiters sign for either: a whole address, or the domain of a tool.
    """
    try:
        parts = urlsplit(address if "//" in address else f"//{address}")
        host = parts.hostname or ""
    except ValueError:
        return False
    own = urlsplit(settings.SITE_URL).hostname
    is_here = host == own if own else validate_host(host, settings.ALLOWED_HOSTS)
    path = reverse("pages:join", kwargs={"slug": slug})
    return is_here and parts.path in (path, "", "/")


def titles_of(study: Study, *, stored_as: str) -> list[str]:
    """What those are called who tell us who somebody is, by words of the consent."""
    options = options_of(study)
    return [
        recruiter.title_for(options.get(recruiter.name, {}))
        for recruiter in pick_recruiters(study.recruiters)
        if recruiter.knows_people and recruiter.stored_as == stored_as
    ]


def knows_anybody(study: Study) -> bool:
    """Whether those who bring people tell who they are."""
    return any(each.knows_people for each in pick_recruiters(study.recruiters))


def is_once_per_browser(study: Study) -> bool:
    """Whether browsers shall remember that somebody began ``study`` in them."""
    return bool(options_of(study).get(OPEN_LINK, {}).get(ONCE))
