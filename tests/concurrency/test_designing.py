"""Researchers who click twice, or at the same moment as a colleague."""

from collections import Counter

from studies.errors import NotFoundError
from studies.models.study import StudyState
from studies.services.design.archive import delete_draft
from studies.services.drafting.documents import clone_study
from studies.services.links.personal_links import make_links
from tests.concurrency.test_races import at_once
from tests.studies.factories import NOON, make_study


def test_studies_that_begin_at_once_have_addresses_of_their_own(django_user_model):
    ada = django_user_model.objects.create_user("ada")
    study = make_study(state=StudyState.DRAFT)

    def begin():
        return clone_study(study=study, user_id=ada.pk, who="ada", now=NOON).slug

    assert len({*at_once([begin] * 6)}) == 6


def test_a_list_that_is_sent_four_times_at_once_makes_each_link_once():
    study = make_study()
    labels = [f"P{number}" for number in range(300)]

    def make():
        return make_links(study=study, labels=labels, who="ada", now=NOON)

    assert sorted(at_once([make] * 4)) == [0, 0, 0, 300]


def test_a_draft_is_deleted_once_and_then_not_found():
    study = make_study(state=StudyState.DRAFT)

    results = at_once([lambda: delete_draft(study_id=study.pk)] * 4)

    assert Counter(results) == {None: 1, NotFoundError.code: 3}
