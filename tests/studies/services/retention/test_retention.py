"""Who took part goes first, then what they gave; owners know before."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.core import mail

from studies.models import AuditEntry, PersonalLink, RecruiterIdentity
from studies.models.study import StudyState
from studies.models.team import Role
from studies.services.design.attention import tell_needs
from studies.services.design.checks import find_errors
from studies.services.design.lifecycle import change_study_state
from studies.services.design.preregistration import write_preregistration
from studies.services.enrolment.consent import build_consent
from studies.services.hash_chain import find_log_fault
from studies.services.monitoring.alerts import find_alerts
from studies.services.retention.carrying_out import delete_due
from studies.services.retention.notices import mail_notices
from studies.services.team.sentences import tell_action
from tests.studies.factories import NOON, Person, make_study

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def study():
    study = make_study(identities_kept_days=30, data_kept_days=100, finish_seconds=0)
    Person(study, name="A1").finish()
    PersonalLink.objects.create(study=study, label="Ada", key="ada", created_at=NOON)
    change_study_state(study_id=study.pk, state=StudyState.CLOSED, now=NOON)
    study.refresh_from_db()
    return study


def test_who_took_part_goes_first_and_then_what_they_gave(study):
    session = study.sessions.get()

    assert delete_due(now=NOON + 29 * DAY) == 0
    assert RecruiterIdentity.objects.exists()

    assert delete_due(now=NOON + 30 * DAY) == 1
    assert not RecruiterIdentity.objects.exists()
    assert not study.personal_links.exists()
    assert session.responses.exists()
    assert delete_due(now=NOON + 31 * DAY) == 0

    assert delete_due(now=NOON + 100 * DAY) == 1
    assert not session.responses.exists()
    session.refresh_from_db()
    assert find_log_fault(session) == ""
    assert delete_due(now=NOON + 101 * DAY) == 0


def test_the_log_says_what_was_deleted(study):
    delete_due(now=NOON + 100 * DAY)

    said = [tell_action(entry) for entry in AuditEntry.objects.order_by("pk")][-2:]
    assert "deleted who took part, as the design says (1 session)" in said[0]
    assert "deleted all answers, as the design says (1 session)" in said[1]


def test_a_study_without_dates_or_that_is_open_keeps_everything(study):
    study.identities_kept_days = study.data_kept_days = None
    study.save()
    other = make_study(slug="open", data_kept_days=1, deck_version=study.deck_version)
    Person(other, name="A2").finish()

    assert delete_due(now=NOON + 1000 * DAY) == 0


def test_owners_are_told_once_before(study, settings):
    settings.EMAIL_HOST = "smtp.example.org"
    ada = get_user_model().objects.create_user("ada", email="ada@example.org")
    study.members.create(user=ada, role=Role.OWNER)

    assert mail_notices(now=NOON + 15 * DAY) == 0
    assert mail_notices(now=NOON + 16 * DAY) == 1
    assert mail_notices(now=NOON + 17 * DAY) == 0
    (sent,) = mail.outbox
    assert sent.to == ["ada@example.org"]
    assert "The ids of participants are deleted on 2026-03-31" in sent.body


def test_the_dashboard_tells_it_as_well(study):
    early, near = NOON + 15 * DAY, NOON + 16 * DAY
    counts = {"n_completed": 1, "n_target": 1}

    assert tell_needs(study, now=early, **counts) == []
    (told,) = tell_needs(study, now=near, **counts)
    assert "The ids of participants are deleted on 2026-03-31" in told
    assert told in [alert.words for alert in find_alerts(study, now=near)]
    delete_due(now=NOON + 30 * DAY)
    study.refresh_from_db()
    assert tell_needs(study, now=NOON + 31 * DAY, **counts) == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            "30 days after the end of the study we delete your id or the label of your "
            "link. One day after the end of the study we delete everything that you "
            "gave us.",
        ),
        (
            "de",
            "30 Tage nach dem Ende der Studie löschen wir Ihre Kennung oder die "
            "Bezeichnung Ihres Links. Einen Tag nach dem Ende der Studie löschen wir "
            "alles, was Sie angegeben haben.",
        ),
    ],
)
def test_participants_and_registries_read_it(study, language, said):
    study.consent_language, study.data_kept_days = language, 1
    study.recruiters = ["prolific", "personal"]
    assert said in build_consent(study)
    registered = write_preregistration(study)
    assert "ids of participants are deleted 30 days after the study is" in registered
    assert "All answers are deleted 1 day after the study is over" in registered


def test_where_nobody_is_known_no_id_is_promised_to_go(study):
    study.recruiters = ["link"]

    assert "30 days" not in build_consent(study)
    assert "No ids of participants are stored." in write_preregistration(study)
    study.data_kept_days = None
    assert "how long it is kept" in build_consent(study)


def test_who_gave_answers_cannot_be_kept_longer_than_these(study):
    study.identities_kept_days = 101

    assert "identities_kept_days" in find_errors(study)
