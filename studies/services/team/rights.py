"""What a role allows. A study in which somebody has none does not exist for them."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import QuerySet

from studies.errors import NotAllowedError, NotFoundError
from studies.models import Membership, Study
from studies.models.team import Role

User = AbstractBaseUser | AnonymousUser


class Right(StrEnum):
    """Something that not everybody in a team may do."""

    MONITOR = "monitor", "see how the study is going"
    SEE_DESIGN = "see_design", "see the design"
    EDIT_DESIGN = "edit_design", "change the design"
    RUN = "run", "launch, pause and close the study"
    SEE_PARTICIPANTS = "see_participants", "see what participants did"
    DECIDE = "decide", "exclude participants, write notes and grant time"
    SEE_IDENTITIES = "see_identities", "see who participants are at their recruiter"
    ERASE = "erase", "erase participants"
    SEE_RESULTS = "see_results", "see results"
    EXPORT = "export", "export data"
    PAY = "pay", "see codes and payments"
    SEE_LOG = "see_log", "see who did what"
    DELETE = "delete", "delete a draft in which nobody took part"
    MANAGE_TEAM = "manage_team", "invite people and change their roles"

    words: str

    def __new__(cls, value: str, words: str) -> "Right":
        right = str.__new__(cls, value)
        right._value_ = value
        right.words = words
        return right


_VIEWER = frozenset({Right.MONITOR})
_PAYER = frozenset({Right.PAY, Right.SEE_IDENTITIES})
_ANALYST = _VIEWER | {
    *(Right.SEE_DESIGN, Right.SEE_PARTICIPANTS, Right.SEE_RESULTS, Right.EXPORT),
    Right.SEE_LOG,
}
_EDITOR = (
    _ANALYST
    | _PAYER
    | {Right.EDIT_DESIGN, Right.RUN, Right.DECIDE, Right.SEE_IDENTITIES}
)
RIGHTS: dict[Role, frozenset[Right]] = {
    Role.OWNER: frozenset(Right),
    Role.EDITOR: _EDITOR,
    Role.ANALYST: _ANALYST,
    Role.VIEWER: _VIEWER,
    Role.PAYER: _PAYER,
}


@dataclass(frozen=True)
class StudyAccess:
    """A study as somebody may see it: the study, their role, and what it allows."""

    study: Study
    who: str
    role: Role
    rights: frozenset[Right]

    def allows(self, right: Right) -> bool:
        return right in self.rights

    def require(self, right: Right) -> None:
        if not self.allows(right):
            raise NotAllowedError(f"Your role, {self.role}, may not {right.words}.")


def studies_of(user: User) -> QuerySet[Study]:
    """The studies that exist for ``user``: all for administrators of the site."""
    studies = Study.objects.all()
    if _is_site_administrator(user):
        return studies
    return studies.filter(members__user_id=_key(user))


def access_to(slug: str, *, user: User) -> StudyAccess:
    """The study called ``slug`` as ``user`` may see it; 404 for strangers."""
    study = (
        studies_of(user)
        .select_related("deck_version__deck", "questions_before", "questionnaire")
        .filter(slug=slug)
        .first()
    )
    if study is None:
        raise NotFoundError
    role = _role_in(study, user)
    return StudyAccess(study, user.get_username(), role, RIGHTS[role])


def roles_of(user: User, studies: Iterable[Study]) -> dict[int, Role]:
    """What ``user`` is in each of ``studies``, by the study's key."""
    if _is_site_administrator(user):
        return {study.pk: Role.OWNER for study in studies}
    rows = Membership.objects.filter(user_id=_key(user), study__in=list(studies))
    return {row.study_id: Role(row.role) for row in rows}


def _role_in(study: Study, user: User) -> Role:
    if _is_site_administrator(user):
        return Role.OWNER
    return Role(Membership.objects.get(study=study, user_id=_key(user)).role)


def _key(user: User) -> int:
    """Nobody's key is 0: strangers are in no team."""
    return user.pk or 0


def _is_site_administrator(user: User) -> bool:
    return bool(getattr(user, "is_superuser", False) and user.is_active)
