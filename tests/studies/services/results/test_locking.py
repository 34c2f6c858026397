"""Results are locked while a study runs; every look is in its log."""

from datetime import timedelta
from io import BytesIO, StringIO

import pytest
from django.core.management import CommandError, call_command

from studies.errors import InvalidError, ResultsLockedError
from studies.models import Place, Study, StudyChange
from studies.models.study import Purpose, StudyState
from studies.models.team import Action
from studies.services.design.lifecycle import change_study_state
from studies.services.export.writing import write_export
from studies.services.jobs.analyses import look_early, start_analysis, start_due
from studies.services.jobs.exports import record_command
from studies.services.people.decisions import decide_exclusion, erase_participant
from studies.services.results.changes import has_changed
from studies.services.results.locking import open_report, record_unlocking
from studies.services.results.looks import Looks, read_looks
from studies.services.results.report import build_report, open_analysis
from studies.services.results.storing import compute_report
from studies.services.results.versions import hash_data
from studies.services.session.withdrawal import withdraw_session
from studies.services.team.log import LogWish, read_log
from studies.statistics.sentences import EXPORTED_EARLY, LOOKED_EARLY
from tests.studies.factories import NOON, Person, make_deck_version, make_study
from tests.studies.services.results.played import close
from tests.studies.sharing import shared_rows

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(days=1)


def look(study, purpose="real", who="ada"):
    return open_report(study=study, purpose=purpose, who=who, now=NOON)


def finish(study):
    Person(study).go_to("completed", 0, page="completed")


@pytest.fixture(scope="module")
def shared(django_db_setup, django_db_blocker):
    """A running study that somebody finished, made once for all tests."""
    with shared_rows(django_db_blocker, "locking"):
        deck = make_deck_version(slug="shared")
        study = make_study(slug="shared", deck_version=deck, n_places=4)
        finish(study)
        yield study.pk


@pytest.fixture
def study(shared):
    return Study.objects.get(pk=shared)


def test_nobody_sees_results_of_a_running_study_unless_they_unlock_them():
    study = make_study(n_places=4)

    with pytest.raises(ResultsLockedError):
        look(study)
    with pytest.raises(ResultsLockedError):
        start_analysis(study=study, purpose=Purpose.REAL, who="ada", now=NOON)
    assert look(study, purpose="simulated") is None


def test_a_look_is_logged_with_how_far_the_study_was(study):
    look_early(study=study, who="ada", now=NOON)

    entry = study.audit.get(action=Action.RESULTS_UNLOCKED)
    assert entry.detail == {"n_completed": 1, "n_target": 8}
    (line,) = read_log(study, LogWish(action=Action.RESULTS_UNLOCKED))
    assert line.words == "unlocked the results at 1 of 8 participants"
    assert look(study) is None


def test_the_command_looks_early_only_if_it_is_told_to(study):
    looks = study.audit.filter(action=Action.RESULTS_UNLOCKED)

    with pytest.raises(CommandError, match="--unlock looks all the same"):
        call_command("analyse", study.slug, stdout=StringIO())
    assert not looks.exists()

    out = StringIO()
    call_command("analyse", study.slug, "--unlock", stdout=out)
    assert looks.get().detail == {"n_completed": 1, "n_target": 8}
    assert LOOKED_EARLY in out.getvalue()


def test_a_look_at_nothing_is_no_look():
    study = make_study(n_places=4)
    Person(study).go_to("prequiz", 1)

    with pytest.raises(InvalidError):
        look_early(study=study, who="ada", now=NOON)
    with pytest.raises(CommandError, match="nothing to compute"):
        call_command("analyse", study.slug, "--unlock", stdout=StringIO())

    assert not study.audit.filter(action=Action.RESULTS_UNLOCKED).exists()


def test_a_closed_study_is_open_and_each_reader_is_logged_once(study):
    study = close(study)
    compute_report(study=study, purpose=Purpose.REAL, now=NOON)

    for who in ("ada", "bob", "ada"):
        assert look(study, who=who) is not None

    seen = study.audit.filter(action=Action.RESULTS_SEEN)
    assert sorted(entry.who for entry in seen) == ["ada", "bob"]


def test_whoever_is_excluded_after_a_look_is_excluded_late(study):
    session = study.sessions.get()
    record_unlocking(study=study, who="bob", now=NOON)

    decision = decide_exclusion(
        session=session, is_excluded=True, reason="x", who="ada", now=LATER
    )

    assert not decision.is_blind


def test_the_same_data_give_the_same_report_once(study):
    study = close(study)
    first = compute_report(study=study, purpose=Purpose.REAL, now=NOON)

    again = compute_report(study=study, purpose=Purpose.REAL, now=LATER)

    assert (again.pk, again.computed_at) == (first.pk, NOON)


def test_report_and_export_name_the_same_program(study):
    study = close(study)

    report = compute_report(study=study, purpose=Purpose.REAL, now=NOON)
    manifest = write_export(study, Purpose.REAL, out=BytesIO())

    assert manifest["code_version"] == report.code_version


def test_other_data_replace_the_report(study):
    record_unlocking(study=study, who="ada", now=NOON)
    first = compute_report(study=study, purpose=Purpose.REAL, now=NOON)
    finish(study)

    second = compute_report(study=study, purpose=Purpose.REAL, now=LATER)

    assert second.data_hash != first.data_hash
    assert list(study.reports.all()) == [second]


def test_an_unregistered_look_is_said_before_anything_else(study):
    record_unlocking(study=study, who="ada", now=NOON)

    stored = compute_report(study=study, purpose=Purpose.REAL, now=NOON)

    assert stored.report["warnings"][0] == (
        f"{LOOKED_EARLY} 1 look before the end: "
        f"at 1 of 8 participants ({NOON:%Y-%m-%d %H:%M} UTC)."
    )


def test_registered_looks_spend_a_part_and_are_no_fault():
    looks = Looks(n_planned=1, fractions=(0.5,))

    assert looks.note == ""
    assert looks.criterion(is_closed=False) == pytest.approx(0.003, abs=5e-4)
    assert looks.criterion(is_closed=True) == pytest.approx(0.049, abs=5e-4)


def test_a_planned_look_is_told_with_what_p_must_be_below():
    looks = Looks(n_planned=1, fractions=(0.5,), told=("at 6 of 12",))

    at_the_look = looks.tell_planned(is_closed=False)
    at_the_end = looks.tell_planned(is_closed=True)

    assert at_the_look.startswith("The design plans 1 early look; taken: at 6 of 12.")
    assert "p must be below .003 now" in at_the_look
    assert "p had to be below .003 then; p must be below .049 now" in at_the_end
    assert "there was none" in Looks(n_planned=1).tell_planned(is_closed=True)
    assert Looks().tell_planned(is_closed=True) == ""


def test_a_very_early_look_has_a_limit_above_zero():
    looks = Looks(n_planned=1, fractions=(0.15,), told=("at 1 of 7",))

    assert "below .0000" in looks.tell_planned(is_closed=False)


@pytest.mark.parametrize("fractions", [(0.5, 0.6), (0.0,), (1.0,)])
def test_looks_beyond_the_plan_are_not_registered(fractions):
    looks = Looks(n_planned=1, fractions=fractions)

    assert looks.note == LOOKED_EARLY
    assert looks.criterion(is_closed=True) == 0.05


def test_places_added_after_a_look_spoil_a_registered_one():
    study = make_study(n_places=4, n_planned_looks=1)
    finish(study)
    record_unlocking(study=study, who="ada", now=NOON)
    StudyChange.objects.create(
        study=study, at=LATER, who="ada", kind="top_up", before={}, after={}
    )

    assert read_looks(study, purpose=Purpose.REAL).note.startswith(LOOKED_EARLY)


@pytest.mark.parametrize(
    ("at", "purpose", "note"),
    [
        (LATER, "real", EXPORTED_EARLY),
        (LATER, "simulated", ""),
        (LATER + timedelta(days=2), "real", ""),
        (NOON - timedelta(days=1), "real", ""),
    ],
)
def test_an_export_before_the_end_is_confessed_unless_it_told_nothing(
    study, at, purpose, note
):
    record_command(
        study=study, purpose=Purpose(purpose), with_private=False, who="ada", now=at
    )

    closed = change_study_state(
        study_id=study.pk, state=StudyState.CLOSED, now=LATER + timedelta(days=1)
    )
    assert read_looks(closed, purpose=Purpose.REAL).note == note


def test_results_are_computed_at_closing_and_when_the_last_had_to_end(study):
    study = close(study)

    def started(now):
        n_started = start_due(now=now)
        study.jobs.update(state="done")
        return n_started

    closed_at = study.finish_until - timedelta(seconds=study.finish_seconds)
    over = study.finish_until + timedelta(seconds=1)
    assert [started(closed_at), started(closed_at)] == [1, 0]
    assert [started(over), started(over)] == [1, 0]


def test_a_running_study_is_never_computed_by_itself(study):
    assert start_due(now=NOON) == 0


def exclude(session, now=LATER):
    decide_exclusion(
        session=session, is_excluded=True, reason="cheated", who="ada", now=now
    )


def erase(session, now=LATER):
    erase_participant(session=session, who="ada", now=now)


@pytest.fixture
def reported(study):
    """A closed study of two people, and its report."""
    finish(study)
    study = close(study)
    return study, compute_report(study=study, purpose=Purpose.REAL, now=NOON)


def test_a_report_knows_that_the_data_changed_until_it_is_computed_again(reported):
    study, report = reported
    assert not has_changed(report)

    exclude(study.sessions.first())

    assert has_changed(report)
    again = compute_report(study=study, purpose=Purpose.REAL, now=LATER)
    assert not has_changed(again)


def test_a_rehearsal_stays_as_it_is_when_the_study_is_closed(study):
    finish(study)
    study.sessions.update(purpose="simulated")
    Place.objects.filter(study=study).update(purpose="simulated")
    report = compute_report(study=study, purpose=Purpose.SIMULATED, now=NOON)

    record_unlocking(study=study, who="ada", now=NOON)
    report.study = close(study)

    assert not has_changed(report)


def test_an_early_report_knows_of_a_later_export_and_of_more_places(study):
    finish(study)
    record_unlocking(study=study, who="ada", now=NOON)
    real = {"study": study, "purpose": Purpose.REAL}
    report = compute_report(**real, now=NOON)
    assert not has_changed(report)

    record_command(**real, with_private=False, who="ada", now=LATER)

    assert has_changed(report)
    again = compute_report(**real, now=LATER)
    assert not has_changed(again)
    StudyChange.objects.create(
        study=study, at=LATER, who="ada", kind="top_up", before={}, after={}
    )
    assert has_changed(again)


@pytest.mark.parametrize(
    ("n_inside", "told"), [(0, ""), (1, "1 person is"), (2, "2 people are")]
)
def test_an_early_look_says_who_is_still_inside_and_has_not_left(study, n_inside, told):
    """Beside the headline and among those who left; who withdrew did leave."""
    finish(study)
    gone = Person(study).go_to("learning", 1)
    withdraw_session(token=gone.token, keep_answers=True, now=gone.now)
    for _ in range(n_inside):
        Person(study).go_to("learning", 2)

    report = build_report(open_analysis(study, purpose=Purpose.REAL))

    attrition = report.part("attrition")
    rows = attrition.tables[0].dicts()
    flow = {row["step"]: row for row in report.part("flow").tables[0].dicts()}
    counts = ("n_allocated", "n_inside", "n_analysed")
    totals = [sum(row[name] for row in rows) for name in counts]
    assert totals == [3 + n_inside, n_inside, 2]
    for row in rows:
        assert row["retention"] == row["n_analysed"] / row["n_allocated"]
        assert flow["Allocated"][row["arm"]] == row["n_allocated"]
    places = report.warnings, attrition.sentences
    said = [[each for each in place if "still inside" in each] for place in places]
    assert [len(each) for each in said] == ([1, 1] if n_inside else [0, 0])
    assert all(each.startswith(told) for (each,) in filter(None, said))


def test_an_erasure_takes_the_report_with_it(reported):
    study, _ = reported

    erase(study.sessions.first())

    assert not study.reports.exists()


def test_somebody_erased_while_a_report_is_computed_is_not_in_it(reported):
    study, _ = reported
    exclude(study.sessions.first())
    erased = []

    def watch(n_done):
        if not erased:
            erased.append(study.sessions.last())
            erase(erased[0])

    stored = compute_report(study=study, purpose=Purpose.REAL, now=LATER, watch=watch)

    assert stored.data_hash == hash_data(open_analysis(study, purpose=Purpose.REAL))


@pytest.mark.parametrize("decide", [exclude, erase])
def test_results_are_computed_again_after_a_decision(reported, decide):
    study, _ = reported
    over = study.finish_until + timedelta(seconds=1)
    start_due(now=over)
    study.jobs.update(state="done")
    assert start_due(now=over) == 0

    decide(study.sessions.first(), now=over + timedelta(hours=1))

    assert start_due(now=over + timedelta(hours=2)) == 1
