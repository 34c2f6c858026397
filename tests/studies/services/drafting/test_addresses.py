"""The address of a draft is another until links may be out."""

import pytest

from studies.errors import DesignError
from studies.models import AuditEntry
from studies.services.design.lifecycle import change_study_state
from studies.services.drafting.addresses import change_address
from studies.services.team.sentences import tell_action
from tests.studies.factories import NOON, make_study

pytestmark = pytest.mark.django_db


def move(study, slug):
    return change_address(study_id=study.pk, slug=slug, who="ada", now=NOON)


def test_a_draft_moves_and_the_log_says_so():
    study = make_study(state="draft")

    assert move(study, " Words-2026 ") == ("words-2026", [])

    study.refresh_from_db()
    assert study.slug == "words-2026"
    said = str(tell_action(AuditEntry.objects.get()))
    assert "“study”" in said
    assert "“words-2026”" in said


@pytest.mark.parametrize(
    ("slug", "words"),
    [
        ("", "up to 50 letters"),
        ("two words", "up to 50 letters"),
        ("a" * 51, "up to 50 letters"),
        ("straße", "up to 50 letters"),
        ("OTHER", "Another study has this address."),
    ],
)
def test_an_address_must_be_free_and_fit_for_links(slug, words):
    study = make_study(state="draft")
    make_study(state="draft", slug="other", deck_version=study.deck_version)

    kept, (fault,) = move(study, slug)

    assert kept == "study"
    assert words in fault
    study.refresh_from_db()
    assert study.slug == "study"


@pytest.mark.parametrize("states", [["pilot"], ["pilot", "draft"], ["live"]])
def test_whoever_has_the_link_finds_the_study(states):
    study = make_study(state="draft")
    for state in states:
        change_study_state(study_id=study.pk, state=state)

    with pytest.raises(DesignError):
        move(study, "elsewhere")
