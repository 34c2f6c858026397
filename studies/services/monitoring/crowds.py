"""Whom a page is about: people of one purpose, never mixed with others."""

from dataclasses import dataclass

from django.db.models import Count, QuerySet

from studies.models import Study, TeachingSession
from studies.models.study import Purpose, StudyState

_ALWAYS_OFFERED = (Purpose.REAL, Purpose.PILOT, Purpose.SIMULATED)


@dataclass(frozen=True)
class Crowd:
    """People of one purpose, as a choice."""

    purpose: Purpose
    n_people: int


def own_purpose(study: Study) -> Purpose:
    """Those whom the study takes in earnest just now."""
    if study.is_demo:
        return Purpose.PRACTICE
    return Purpose.PILOT if study.state == StudyState.PILOT else Purpose.REAL


def chosen_purpose(study: Study, name: str) -> Purpose:
    """The purpose called ``name``; for any other name, the study's own."""
    return Purpose(name) if name in Purpose.values else own_purpose(study)


def list_crowds(study: Study, *, chosen: Purpose) -> list[Crowd]:
    """The purposes worth a choice: the usual ones, and others that have people."""
    rows = study.sessions.order_by().values_list("purpose").annotate(Count("pk"))
    counts = dict(rows)
    return [
        Crowd(purpose, counts.get(purpose, 0))
        for purpose in Purpose
        if purpose in (*_ALWAYS_OFFERED, chosen) or purpose in counts
    ]


def people_of(study: Study, purpose: Purpose) -> QuerySet[TeachingSession]:
    """The sessions of one purpose."""
    return study.sessions.filter(purpose=purpose)
