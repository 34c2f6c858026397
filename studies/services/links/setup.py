"""What to enter at a recruiter, as a text to copy from."""

from studies.models import Study
from studies.models.study import Purpose, StudyState
from studies.recruitment import Recruiter
from studies.services.allocation import count_left, count_target
from studies.services.links.terms import terms_of
from studies.services.markdown import plain_text
from studies.services.session.showing.progress import duration_of


def write_setup(study: Study, recruiter: Recruiter, *, address: str) -> str:
    """The set-up of ``study`` at ``recruiter``; nothing where its link is enough."""
    parts = {"withdrawn": study.pays_withdrawn, "screened_out": study.pays_screened_out}
    asked = recruiter.setup_for(
        terms_of(study, recruiter.name).options,
        paid=[end for end, is_paid in parts.items() if is_paid],
    )
    if not asked:
        return ""
    n_minutes = duration_of(study).usual_minutes
    lines = [
        f"Title: {study.title}",
        f"Description: {plain_text(study.about_text)}" if study.about_text else "",
        f"Study link: {address}",
        f"Time it takes: {n_minutes} minute{'' if n_minutes == 1 else 's'}",
        f"Reward: {study.pay_words}" if study.pay_words else "",
        f"Part, for ends that pay one: {study.partial_pay_words}"
        if any(parts.values()) and study.partial_pay_words
        else "",
        _say_places(study),
        *asked,
    ]
    return "\n".join(filter(None, lines))


def _say_places(study: Study) -> str:
    """How many people are needed yet: of a pilot its own do not count."""
    target = count_target(study)
    n_left = count_left(study, purpose=Purpose.REAL)
    if n_left == target or study.state == StudyState.PILOT:
        return f"Places: {target}"
    return f"Places: {n_left} (of {target}, {target - n_left} are taken)"
