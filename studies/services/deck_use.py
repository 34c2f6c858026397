"""Which studies ask about a deck, so that no demo may teach it beside them."""

from studies.models import Study
from studies.services.team.rights import User, studies_of

_OF_OTHERS = "a study of another team"


def tell_asking(study: Study, *, reader: User) -> str:
    """The other studies that ask about the deck of ``study``; empty if none does.

    Those of other teams do not exist for ``reader``, and are not named.
    """
    asking = Study.objects.asking_beside(study)
    known = asking.filter(pk__in=studies_of(reader).values("pk")).order_by("pk")
    names = [f"“{each.name}” ({each.state})" for each in known]
    if asking.count() > len(names):
        names.append(_OF_OTHERS)
    return _join(names)


def _join(names: list[str]) -> str:
    *first, last = names or [""]
    return f"{', '.join(first)} and {last}" if first else last


def is_shut_demo(study: Study) -> bool:
    """Whether nobody can try a demo now, because another study asks about its deck."""
    return study.is_demo and Study.objects.is_asked_elsewhere(study)
