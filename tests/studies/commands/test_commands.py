"""Commands, as a researcher calls them."""

import csv
import io

import pytest
from django.core.management import call_command, get_commands, load_command_class
from django.core.management.base import CommandError

from studies.models import Study, TeachingSession
from studies.services.analysis.gains import measure_gains
from tests.studies.factories import NOON, Person, make_study

pytestmark = pytest.mark.django_db
OURS = sorted(name for name, app in get_commands().items() if app == "studies")


def call(*arguments, **options) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out, **options)
    return out.getvalue()


@pytest.mark.parametrize("name", OURS)
def test_every_command_explains_itself_with_an_example(name):
    assert "Example:" in load_command_class("studies", name).help


def test_all_the_promised_commands_are_there():
    assert set(OURS) >= {
        "create_demo",
        "export_responses",
        "load_decks",
        "regrade",
        "replay_session",
        "simulate_participants",
        "sweep",
    }


def test_the_demos_are_made_once():
    call("load_decks")
    call("create_demo")

    assert call("create_demo").count("(live)") == Study.objects.count() == 4


def test_the_demo_needs_its_deck():
    with pytest.raises(CommandError, match="load_decks"):
        call("create_demo")


def test_loading_decks_twice_makes_one_version():
    assert "loaded: 101 concepts" in call("load_decks", "german")
    assert "already" in call("load_decks", "german")


def test_an_unknown_deck_is_named():
    with pytest.raises(CommandError, match="nothing"):
        call("load_decks", "nothing")


def test_simulated_people_fill_a_table_of_gains():
    study = make_study(teachers=("GR", "RD"))

    table = call("simulate_participants", "study", n=6, seed=3)

    assert "6 of 6 finished, 0 faults" in table
    assert [gain.n_sessions for gain in measure_gains(study, purpose="simulated")] == [
        3,
        3,
    ]
    assert set(TeachingSession.objects.values_list("purpose", flat=True)) == {
        "simulated"
    }


def test_some_simulated_people_leave():
    make_study()

    table = call("simulate_participants", "study", n=6, drop_out=1.0)

    assert "0 of 6 finished, 0 faults" in table


def test_an_unknown_study_has_no_participants():
    with pytest.raises(CommandError):
        call("simulate_participants", "nothing")


def test_replay_names_a_session_that_differs(person):
    person.finish()
    assert "1 replayed bit for bit" in call("replay_session", all=True)
    card = person.card("learning", 3)
    card.shown = person.card("learning", 4).shown
    card.save()

    out = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("replay_session", study="study", stdout=out)

    assert f"{person.session.public_id}: learning step 3" in out.getvalue()


def test_the_sweep_runs_once(person):
    person.go_to("learning", 1)

    assert "1 missed, 1 away, 0 reviews ended" in call("sweep")


def test_regrading_counts_what_is_correct_and_warns(person):
    person.go_to("learning", 1)
    person.answer(person.right_answer())

    out = call("regrade", "study", level="strict")

    assert "1 of 4 answers are correct now." in out
    assert "only describes" in out


def test_an_unknown_level_is_refused(study):
    with pytest.raises(CommandError, match="strict"):
        call_command("regrade", "study", "--level", "mild")


def test_the_export_has_a_line_for_every_card_and_counts_them(person, tmp_path):
    person.finish()

    lines = call("export_responses", study="study").splitlines()

    rows = list(csv.DictReader(lines[:-1]))
    assert lines[-1] == f"# {len(rows)} rows" == "# 12 rows"
    assert [row["phase"] for row in rows[:3]] == ["prequiz"] * 3
    assert rows[0]["participant"] == person.session.participant.pseudonym
    assert rows[0]["served_at"].startswith("2026-03-01T12:00")


def test_the_export_starts_from_the_real_sessions(db, tmp_path):
    demo = Person(make_study(is_demo=True), now=NOON)
    demo.go_to("prequiz", 2)
    file = tmp_path / "out.csv"

    call("export_responses", out=file)
    real = file.read_text()
    call("export_responses", out=file, purpose=["practice"])

    assert real.splitlines()[-1] == "# 0 rows"
    assert file.read_text().splitlines()[-1] == "# 2 rows"


def test_the_researcher_is_created_once(settings, django_user_model):
    settings.ADMIN_USERNAME, settings.ADMIN_PASSWORD = "ada", "long-enough-secret"

    assert "was created" in call("create_researcher")
    assert "exists" in call("create_researcher")
    assert django_user_model.objects.get().check_password("long-enough-secret")


def test_a_researcher_with_another_password_is_told_how_to_set_one(settings, db):
    settings.ADMIN_USERNAME, settings.ADMIN_PASSWORD = "ada", "long-enough-secret"
    call("create_researcher")
    settings.ADMIN_PASSWORD = "another-long-secret"

    assert "manage.py changepassword ada" in call("create_researcher")


def test_a_password_that_many_have_is_refused(settings, django_user_model, db):
    settings.ADMIN_USERNAME, settings.ADMIN_PASSWORD = "ada", "123456789012"

    with pytest.raises(CommandError, match=r"ADMIN_PASSWORD: .* numeric"):
        call("create_researcher")
    assert not django_user_model.objects.exists()


def test_more_time_is_granted_by_hand(person):
    call("grant_time", str(person.session.public_id), "1.5")

    assert person.session.time_factor == 1.5
