"""Alerts by e-mail."""

from io import StringIO
from smtplib import SMTPServerDisconnected

import pytest
from django.core import mail
from django.core.management import call_command

from studies.models import AlertMail, Membership, Study
from studies.models.study import StudyState
from studies.models.team import Role
from studies.services.monitoring import mailing
from studies.services.monitoring.mailing import mail_alerts
from tests.studies.factories import NOON, make_study, seconds

DAY = seconds(24 * 3600)


@pytest.fixture
def study(db, django_user_model, settings):
    settings.EMAIL_HOST = "mail.example.org"
    study = make_study()
    for name, role in (("ada", Role.OWNER), ("bob", Role.EDITOR)):
        user = django_user_model.objects.create_user(name, f"{name}@example.org")
        Membership.objects.create(study=study, user=user, role=role)
    return study


def test_owners_are_told_what_needs_attention(study):
    assert mail_alerts(now=NOON) == 1

    (sent,) = mail.outbox
    assert sent.to == ["ada@example.org"]
    assert sent.subject == "Study: something needs attention"
    assert "Nobody has come yet although the study is open." in sent.body


def test_an_alert_is_mailed_once_a_day(study):
    mail_alerts(now=NOON)
    mail_alerts(now=NOON + seconds(600))
    assert len(mail.outbox) == 1

    mail_alerts(now=NOON + DAY)

    assert len(mail.outbox) == 2


def test_a_mail_that_did_not_go_out_is_tried_again(study, monkeypatch):
    def fail(*args):
        raise SMTPServerDisconnected

    with monkeypatch.context() as patched:
        patched.setattr(mailing, "send_mail", fail)
        assert mail_alerts(now=NOON) == 0
    assert not AlertMail.objects.exists()

    assert mail_alerts(now=NOON) == 1


def test_without_a_mail_server_nothing_is_looked_for(study, settings):
    settings.EMAIL_HOST = ""

    assert mail_alerts(now=NOON) == 0
    assert not AlertMail.objects.exists()


@pytest.mark.parametrize("change", [{"state": StudyState.CLOSED}, {"is_demo": True}])
def test_demos_and_closed_studies_send_no_mail(study, change):
    Study.objects.update(**change)

    assert mail_alerts(now=NOON) == 0


def test_the_command_says_how_many_it_mailed(study):
    said = StringIO()

    call_command("mail_alerts", stdout=said)

    assert said.getvalue() == "1 mailed\n"
