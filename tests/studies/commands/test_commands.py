"""Commands, as a researcher calls them."""

import io

import pytest
from django.core.management import call_command, get_commands, load_command_class
from django.core.management.base import CommandError

from studies.models import Study, StudyChange, TeachingSession
from studies.services.analysis.gains import measure_gains
from studies.services.hash_chain import find_log_fault
from tests.studies.factories import make_study

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
        "add_places",
        "amend_study",
        "create_demo",
        "erase_participant",
        "export_study",
        "load_decks",
        "regrade",
        "replay_session",
        "screen_out",
        "simulate_participants",
        "sweep",
        "verify_export",
    }


def test_the_demos_are_made_once():
    call("load_decks")
    call("create_demo")

    assert call("create_demo").count("(live)") == Study.objects.count() == 8


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
    Study.objects.update(accepts_simulated=False)

    table = call("simulate_participants", "study", n=6, seed=3)

    assert "6 of 6 finished, 0 faults" in table
    assert study.audit.get(action="simulated").detail["n_people"] == 6
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

    with pytest.raises(CommandError, match=r"ADMIN_PASSWORD: .* digits alone"):
        call("create_researcher")
    assert not django_user_model.objects.exists()


def test_more_time_is_granted_by_hand(person):
    call("grant_time", str(person.session.public_id), "1.5")

    assert person.session.time_factor == 1.5


@pytest.mark.parametrize("by", ["public_id", "participant"])
def test_anybody_is_erased_by_id_or_pseudonym(finished, by):
    who = str(getattr(finished.session, by))

    out = call("erase_participant", who, yes=True)

    assert "1 erased" in out
    assert not finished.session.responses.exists()
    assert find_log_fault(finished.session) == ""


def test_erasing_asks_first(finished, monkeypatch):
    monkeypatch.setattr("builtins.input", lambda question: "no")

    with pytest.raises(CommandError, match="Nothing was erased"):
        call("erase_participant", str(finished.session.public_id))

    assert finished.session.responses.exists()


def test_nobody_unknown_is_erased_or_screened_out(db):
    with pytest.raises(CommandError):
        call("erase_participant", "0123456789abcdef", yes=True)
    with pytest.raises(CommandError):
        call("screen_out", "3f0c8a36-6f0c-4a53-9d3c-6a0a4f1f8b11")


def test_somebody_is_screened_out_once(person):
    who = str(person.session.public_id)

    assert "screened out" in call("screen_out", who, reason="too young")
    assert person.session.phase == "screened_out"
    with pytest.raises(CommandError, match="ended already"):
        call("screen_out", who)


def test_changes_of_an_open_study_are_made_and_kept(study, tmp_path):
    text = tmp_path / "consent.md"
    text.write_text("We store **this**.", encoding="utf-8")

    assert "GR: 15 places" in call("add_places", "study", "5", reason="dropouts")
    call(
        *("amend_study", "study", "contact=a@example.org"),
        *("consent_version=2", f"consent_text=@{text}"),
    )

    top_up, amendment = StudyChange.objects.order_by("pk")
    assert (top_up.kind, top_up.before) == ("top_up", {"GR": 10, "RD": 10})
    assert amendment.after["consent_text"] == "We store **this**."


@pytest.mark.parametrize("change", ["contact", "contact=@/nowhere", "horizon=9"])
def test_an_amendment_that_cannot_be_made_is_named(study, change):
    with pytest.raises(CommandError):
        call("amend_study", "study", change)


def test_an_unknown_study_is_not_changed(db):
    with pytest.raises(CommandError):
        call("add_places", "nothing", "5")
    with pytest.raises(CommandError):
        call("amend_study", "nothing", "contact=a")
