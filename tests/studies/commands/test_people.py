"""Commands about one person, named in whichever way is at hand."""

import io

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from studies.models import LogEntry, StudyChange
from studies.services.session.withdrawal import withdraw_session
from tests.studies.factories import NOON, Person, make_study

pytestmark = pytest.mark.django_db


def call(*arguments, **options) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def worker(study):
    return Person(study, name="A1X")


def names_of(person):
    session = person.session
    return {
        "id": str(session.public_id),
        "pseudonym": session.participant.pseudonym,
        "worker id": "a1x",
        "code": session.codes.values_list("code", flat=True).first(),
    }


@pytest.mark.parametrize("by", ["id", "pseudonym", "worker id"])
def test_somebody_is_screened_out_by_any_of_their_names(worker, study, by):
    other = Person(study, name="B2Y")

    call("screen_out", names_of(worker)[by])

    assert worker.session.phase == "screened_out"
    assert other.session.phase == "instructions"


@pytest.mark.parametrize("by", ["id", "pseudonym", "worker id", "code"])
def test_somebody_is_erased_by_any_of_their_names(worker, study, by):
    worker.finish()
    other = Person(study, name="B2Y")

    assert "1 erased" in call("erase_participant", names_of(worker)[by], yes=True)

    assert worker.session.erased_at is not None
    assert other.session.erased_at is None


def test_a_worker_of_two_studies_is_named_with_the_study(worker, study):
    other = make_study(slug="other", deck_version=study.deck_version)
    elsewhere = Person(other, name="A1X")

    with pytest.raises(CommandError, match=r"more than one person: .*\(other\)"):
        call("screen_out", "A1X")
    call("screen_out", "A1X", study="other")

    assert worker.session.phase == "instructions"
    assert elsewhere.session.phase == "screened_out"


@pytest.mark.parametrize("end", ["completed", "withdrawn"])
def test_screening_out_says_that_somebody_has_ended_already(worker, end):
    if end == "completed":
        worker.finish()
    else:
        withdraw_session(token=worker.token, keep_answers=True, now=NOON)

    with pytest.raises(CommandError, match=rf"has ended already \({end}\)"):
        call("screen_out", "A1X")


def test_a_second_erasure_says_that_it_was_done(worker):
    who = names_of(worker)["pseudonym"]
    call("erase_participant", who, yes=True)

    with pytest.raises(CommandError, match="erased already"):
        call("erase_participant", who, yes=True)
    assert LogEntry.objects.filter(kind="erased").count() == 1


def test_the_code_of_who_deleted_their_answers_can_still_be_erased(db):
    worker = Person(make_study(pays_withdrawn=True), name="A1X").go_to("learning", 1)
    withdraw_session(token=worker.token, keep_answers=False, now=worker.now)
    code = names_of(worker)["code"]

    assert "1 erased" in call("erase_participant", code, yes=True)

    assert not worker.session.codes.exists()


def test_erasing_with_nobody_to_ask_says_how(worker, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))

    with pytest.raises(CommandError, match="--yes"):
        call("erase_participant", "A1X")

    assert worker.session.erased_at is None


def test_changes_by_command_name_whoever_made_them(worker, monkeypatch):
    monkeypatch.setenv("LOGNAME", "ada")

    call("add_places", "study", "1")
    call("amend_study", "study", "contact=a@example.org")
    call("erase_participant", "A1X", yes=True)

    whos = {change.who for change in StudyChange.objects.all()}
    assert whos == {"ada (command)"}
    assert '"ada (command)"' in LogEntry.objects.get(kind="erased").payload


def test_a_user_without_a_name_is_no_obstacle(study, monkeypatch):
    def fail():
        raise OSError("no such user")

    monkeypatch.setattr("getpass.getuser", fail)

    call("add_places", "study", "1")

    assert StudyChange.objects.get().who == "command"


def test_a_text_that_no_study_has_is_named(study):
    with pytest.raises(CommandError, match="There is no such text: titel"):
        call("amend_study", "study", "titel=5")


def test_naming_nobody_is_not_naming_who_came_by_an_open_link(person):
    for command in ("screen_out", "erase_participant"):
        with pytest.raises(CommandError, match="no such session or participant"):
            call(command, "")

    assert person.session.phase == "instructions"
