"""Every study of a researcher, and how far it is."""

from dataclasses import dataclass

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from studies.models import Arm, Study
from studies.models.session import ENDED, Phase
from studies.models.study import Purpose
from studies.models.team import Role
from studies.services.deck_use import is_shut_demo
from studies.services.team.rights import User, roles_of, studies_of

# Of a pilot's study the people of the pilot count, of every other the real ones.
_OWN_PURPOSE = Q(state="pilot", sessions__purpose=Purpose.PILOT) | (
    ~Q(state="pilot") & Q(sessions__purpose=Purpose.REAL)
)


_SHOWN = ("deck_version__deck", "questionnaire", "questions_before")


@dataclass(frozen=True)
class StudyCard:
    """A study in the list: where it stands."""

    study: Study
    role: Role
    n_completed: int
    n_inside: int
    n_target: int
    is_shut: bool


ORDERS = {
    "newest": ("is_demo", "-pk"),
    "title": ("title", "-pk"),
    "state": ("state", "-pk"),
}


def list_studies(
    user: User, *, words: str = "", order: str = "newest", archived: bool = False
) -> list[StudyCard]:
    """The studies of ``user`` whose titles, short name or deck have ``words`` in them.

    Those in the archive are a list of their own.
    """
    studies = studies_of(user).filter(archived_at__isnull=not archived)
    studies = studies.select_related(*_SHOWN).prefetch_related("arms")
    for word in words.split():
        studies = studies.filter(
            Q(title__icontains=word)
            | Q(internal_title__icontains=word)
            | Q(slug__icontains=word)
            | Q(deck_version__deck__title__icontains=word)
        )
    ordered = list(studies.order_by(*ORDERS.get(order, ORDERS["newest"])))
    roles, counts = roles_of(user, ordered), _counts(studies)
    return [
        StudyCard(
            study, roles[study.pk], *counts[study.pk], is_shut=is_shut_demo(study)
        )
        for study in ordered
    ]


def has_archive(user: User) -> bool:
    """Whether some study of ``user`` is archived."""
    return studies_of(user).filter(archived_at__isnull=False).exists()


def _counts(studies: QuerySet[Study]) -> dict[int, tuple[int, int, int]]:
    """How many completed, are inside and are wanted, by the study's key."""
    arms = Arm.objects.filter(study=OuterRef("pk")).values("study")
    target = arms.annotate(n=Sum("n_places")).values("n")
    has_ended = Q(sessions__phase__in=ENDED)
    is_present = Q(sessions__is_away=False)
    has_completed = Q(sessions__phase=Phase.COMPLETED)
    rows = studies.order_by("pk").annotate(
        n_completed=Count("sessions", filter=_OWN_PURPOSE & has_completed),
        n_inside=Count("sessions", filter=_OWN_PURPOSE & ~has_ended & is_present),
        n_target=Coalesce(Subquery(target), 0),
    )
    return {
        key: (n_completed, n_inside, n_target)
        for key, n_completed, n_inside, n_target in rows.values_list(
            "pk", "n_completed", "n_inside", "n_target"
        )
    }
