"""Which studies ask, and which teach the same deck."""

from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models import Q
from django.utils import timezone

from studies.models.study.choices import ASKING, Purpose, StudyState

if TYPE_CHECKING:
    from studies.models.study.study import Study


class StudyQuerySet(models.QuerySet["Study"]):
    def in_earnest(self) -> Self:
        """Studies that ask, or will again: no demo may teach it at the same time.

        A closed one asks those inside until their time to finish is over, and a draft
        the people of its pilot.
        """
        finishing = Q(state=StudyState.CLOSED, finish_until__gte=timezone.now())
        piloted = Q(
            state=StudyState.DRAFT,
            sessions__purpose=Purpose.PILOT,
            sessions__is_away=False,
            sessions__completed_at=None,
            sessions__withdrawn_at=None,
            sessions__screened_out_at=None,
        ) & Q(sessions__isnull=False)
        is_asking = Q(state__in=ASKING) | finishing | piloted
        return self.filter(is_asking, is_demo=False).distinct()

    def sharing_deck(self, study: "Study") -> Self:
        """Others with the deck of ``study``, in whichever version, but for demos."""
        same = self.filter(deck_version__deck__versions=study.deck_version_id)
        return same.filter(is_demo=False).exclude(pk=study.pk)

    def is_asked_elsewhere(self, study: "Study") -> bool:
        """Whether another study in earnest asks about the deck of ``study``.

        Every answer of a try asks that. Mostly no other study has the deck, which is
        found out in a fraction of the time.
        """
        others = self.sharing_deck(study)
        return others.exists() and others.in_earnest().exists()

    def asking_beside(self, study: "Study") -> Self:
        """The other studies in earnest that ask about the deck of ``study``."""
        return self.sharing_deck(study).in_earnest()
