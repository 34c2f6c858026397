"""What to enter at a recruiter, as a text to copy from."""

from django.db.models import Sum

from studies.models import Study
from studies.recruitment import Recruiter
from studies.services.links.terms import terms_of
from studies.services.session.showing.progress import duration_of


def write_setup(study: Study, recruiter: Recruiter, *, address: str) -> str:
    """The set-up of ``study`` at ``recruiter``; nothing where its link is enough."""
    asked = recruiter.setup_for(terms_of(study, recruiter.name).options)
    if not asked:
        return ""
    n_places = study.arms.aggregate(n=Sum("n_places"))["n"] or 0
    n_minutes = duration_of(study).usual_minutes
    lines = [
        f"Title: {study.title}",
        f"Description: {' '.join(study.about_text.split())}"
        if study.about_text
        else "",
        f"Study link: {address}",
        f"Time it takes: {n_minutes} minute{'' if n_minutes == 1 else 's'}",
        f"Reward: {study.pay_words}" if study.pay_words else "",
        f"Places: {n_places}",
        *asked,
    ]
    return "\n".join(filter(None, lines))
