"""Earlier studies are chosen in the design, from one's own alone."""

import pytest

from studies.models import Membership, Study
from studies.models.study import StudyState
from studies.models.team import Role
from tests.studies.factories import make_study

pytestmark = pytest.mark.django_db
DESIGN = "/dashboard/studies/next/design/"


@pytest.fixture
def draft(study, sign_in):
    sign_in(Role.VIEWER)
    user = Membership.objects.get(study=study).user
    draft = make_study(
        slug="next", deck_version=study.deck_version, state=StudyState.DRAFT
    )
    Membership.objects.create(study=draft, user=user, role=Role.OWNER)
    make_study(slug="others", title="Of others", deck_version=study.deck_version)
    return draft


def test_only_ones_own_studies_are_offered_and_taken(client, draft):
    page = client.get(DESIGN).content.decode()
    assert 'name="earlier_studies" value="study"' in page
    assert 'value="others"' not in page

    client.post(f"{DESIGN}recruiting/", {"earlier_studies": ["study", "others"]})
    assert Study.objects.get(slug="next").earlier_studies == []
    client.post(f"{DESIGN}recruiting/", {"earlier_studies": ["study"]})

    assert Study.objects.get(slug="next").earlier_studies == ["study"]
    launch = client.get("/dashboard/studies/next/launch/").content.decode()
    assert "Kept out is whoever took part in <em>Study</em>." in launch


def test_who_copies_a_study_is_told_whose_people_are_no_longer_kept_out(client, draft):
    draft.earlier_studies = ["study", "others"]
    draft.save()

    page = client.post("/dashboard/studies/next/clone/", follow=True).content.decode()

    assert "are not kept out of this draft: others." in page
