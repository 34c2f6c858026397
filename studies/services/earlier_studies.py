"""Earlier studies whose people are kept out of another one."""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet

from studies.errors import FullOrEarlierError, KeptOutError, StudyFullError
from studies.models import Study
from studies.models.study import Purpose, StudyState
from studies.recruitment import OPEN_LINK, Identity
from studies.services.identities import is_known_in
from studies.services.team.rights import studies_of

_PEOPLE = (Purpose.REAL, Purpose.PILOT)


def nameable_studies(user_id: int) -> QuerySet[Study]:
    """The studies with people that somebody has a role in, and may name."""
    user = get_user_model().objects.filter(pk=user_id, is_active=True).first()
    if user is None:
        return Study.objects.none()
    is_or_was_open = ~Q(state=StudyState.DRAFT) | Q(sessions__purpose__in=_PEOPLE)
    found = studies_of(user).filter(is_or_was_open, is_demo=False)
    return found.distinct().order_by("title", "slug")


def list_nameable(study: Study, *, who: str) -> list[tuple[str, str]]:
    """What somebody may choose for ``study``: their own, and what others named."""
    user = get_user_model().objects.filter(username=who).values_list("pk", flat=True)
    own = nameable_studies(user.first() or 0).exclude(pk=study.pk)
    chosen = [*own, *earlier_of(study)]
    return list({each.slug: (each.slug, each.name) for each in chosen}.values())


def keep_nameable(names: Iterable[str], *, user_id: int) -> list[str]:
    """Those of ``names`` that ``user_id`` may name: a file may name any."""
    allowed = set(nameable_studies(user_id).values_list("slug", flat=True))
    return [name for name in names if name in allowed]


def earlier_of(study: Study) -> list[Study]:
    """The studies whose people ``study`` keeps out."""
    if not study.earlier_studies:
        return []
    return list(Study.objects.filter(slug__in=study.earlier_studies).order_by("slug"))


def find_unknown(study: Study) -> list[str]:
    """What ``study`` names and there is not, or no longer."""
    known = {earlier.slug for earlier in earlier_of(study)} - {study.slug}
    return [name for name in study.earlier_studies if name not in known]


def took_part_earlier(study: Study, identity: Identity, *, now: datetime) -> bool:
    """Whether the person agreed to take part in a study whose people are kept out.

    Whoever comes by an open link is nobody, and people made of code are none.
    """
    if not study.earlier_studies or identity.is_simulated:
        return False
    if identity.recruiter == OPEN_LINK:
        return False
    keys = [earlier.pk for earlier in earlier_of(study)]
    return is_known_in(keys, identity, now=now)


def require_newcomer(study: Study, identity: Identity, *, now: datetime) -> None:
    """Refuse who took part before: kindly, but to strangers as if it were full."""
    if took_part_earlier(study, identity, now=now):
        raise KeptOutError if identity.is_proof else no_place(study)


def no_place(study: Study) -> StudyFullError:
    """What everybody hears whom ``study`` does not take: one text for all of them."""
    return FullOrEarlierError() if study.earlier_studies else StudyFullError()
