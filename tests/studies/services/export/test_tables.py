"""What the tables of an export tell."""

import json

import pytest

from studies.models import AuditEntry, BrowserEvent
from studies.models.study import Purpose, StudyState
from studies.models.team import Action
from studies.recruitment import Arrival
from studies.services.analysis.regrading import Wish, regrade_study
from studies.services.design.amending import add_places, amend_study
from studies.services.design.lifecycle import change_study_state
from studies.services.enrolment.joining import join_study
from studies.services.export.tables import TABLES
from studies.services.people.decisions import decide_exclusion, erase_participant
from studies.services.session.sweeping import sweep
from tests.studies.factories import (
    NOON,
    Person,
    make_deck_version,
    make_study,
    seconds,
)
from tests.studies.services.export.reading import export, files_in, read

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_is_enough]
# Row W3 of the robustness list: what spreadsheets would run or break on.
NASTY = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\tx",
    "\rx",
    '"=cmd|x"',
    "a\nb",
    "a\r\nb",
    "a;b,c",
]


def test_a_card_tells_what_was_asked_typed_and_how_long_it_took(person):
    person.go_to("learning", 1).wait(3)
    person.answer(person.right_answer())
    person.wait(12)
    person.go_on()

    (row,) = (
        row for row in read(export(person.study), "responses") if row["recalled"] == "1"
    )

    assert (row["phase"], row["step"], row["outcome"]) == ("learning", "1", "correct")
    assert row["answer"].endswith(row["text"])
    assert (row["response_ms"], row["review_ms"]) == ("3000", "12000")
    assert (row["theta_a"], row["believed_recall"]) == ("6.0", "0.0")


def test_a_card_tells_how_often_and_when_its_concept_was_shown_before(finished):
    rows = read(export(finished.study), "responses")
    taught = [row for row in rows if row["phase"] == "learning"]
    seen = {}
    for at, row in enumerate(taught):
        before = seen.setdefault(row["concept"], [])
        assert int(row["n_showings"]) == len(before)
        if before:
            assert int(row["cards_since_shown"]) == at - before[-1]
            last = int(taught[before[-1]]["closed_at_ms"])
            assert int(row["ms_since_shown"]) == int(row["served_at_ms"]) - last
            assert 0 < float(row["believed_recall"]) < 1
        before.append(at)
    after = [row for row in rows if row["phase"] == "postquiz"]
    assert sum(int(row["n_showings"]) for row in after) == len(taught)


def test_times_count_from_consent_and_no_clock_stands_beside(study):
    person = Person(study, name="A1", now=NOON).wait(5).go_to("learning", 2)
    BrowserEvent.objects.create(
        session=person.session, received_at=NOON + seconds(7), kind="paste"
    )
    content = export(study)

    assert read(content, "responses")[0]["served_at_ms"] == "5000"
    assert read(content, "events")[0]["received_at_ms"] == "7000"
    together = b"".join(files_in(content).values())
    assert b"2026-03-01" not in together
    assert b"12:00" not in together


def test_who_somebody_is_and_when_is_in_private_files_alone(study):
    Person(study, name="WORKER77")
    shared, private = export(study), export(study, with_private=True)

    assert b"WORKER77" not in b"".join(files_in(shared).values())
    (row,) = read(private, "identities", folder="private")
    assert row["external_id"] == "WORKER77"
    holding = [name for name, file in files_in(private).items() if b"WORKER77" in file]
    assert all(name.startswith("private/") for name in holding)
    assert read(private, "log", folder="private")[0]["at"].startswith(
        "2026-03-01T12:00"
    )


def test_a_text_is_safe_in_a_spreadsheet_and_raw_beside_it():
    words = [f"word{number}" for number in range(len(NASTY))]
    study = make_study(
        n_concepts=len(words),
        horizon=len(words),
        deck_version=make_deck_version(words),
    )
    person = Person(study).go_to("prequiz", 1)
    for text in NASTY:
        person.move(person.look(), text)
    content = export(study)

    safe, raw = (
        [row["text"] for row in read(content, "responses", folder=each)]
        for each in ("data", "raw")
    )

    assert raw[: len(NASTY)] == NASTY
    assert [text.removeprefix("'") for text in safe[: len(NASTY)]] == NASTY
    assert not [text for text in safe if text.startswith(tuple("=+-@\t\r"))]


def test_numbers_below_nought_stay_numbers(person):
    person.go_to("prequiz", 1)
    person.answer("x", client={"elapsed_ms": -5})

    assert read(export(person.study), "responses")[0]["client_elapsed_ms"] == "-5.0"


def test_a_session_tells_where_it_was_taught_and_keeps_the_place_it_gave_back(study):
    person = Person(study).go_to("learning", 2)
    place = person.session.place
    sweep(now=person.now + seconds(4000))

    (row,) = read(export(study), "sessions")

    assert (row["place"], row["block"]) == (str(place.number), str(place.block))
    assert (row["gave_place_back"], row["ended_in"]) == ("1", "learning")
    assert row["teacher_version"].startswith(row["teacher"])
    assert row["fingerprint"] == study.fingerprint
    assert row["is_analysed"] == "0"


def test_a_session_tells_how_long_somebody_was_away(study):
    person = Person(study).go_to("learning", 2)
    sweep(now=person.now + seconds(4000))
    person.wait(5000).look()

    (row,) = read(export(study), "sessions")

    assert row["away_ms"] == "5000000"


def test_outcomes_of_a_session_and_of_its_concepts_agree(study):
    person = Person(study).go_to("prequiz", 2)
    person.answer(person.right_answer())
    person.go_to("postquiz", 1)
    person.answer(person.right_answer())
    person.finish()
    content = export(study)

    (row,) = read(content, "sessions")
    pairs = [(int(c["pre"]), int(c["post"])) for c in read(content, "concepts")]

    unknown = [after for before, after in pairs if not before]
    assert float(row["learnt"]) == sum(unknown) / len(unknown)
    assert int(row["n_known_before"]) == sum(before for before, _ in pairs) == 1
    assert int(row["n_known_after"]) == sum(after for _, after in pairs) == 1


def test_exclusions_are_told_with_reason_and_time(finished):
    session = finished.session
    for is_excluded, reason in ((True, "=help"), (False, "mistaken")):
        decide_exclusion(
            session=session,
            is_excluded=is_excluded,
            reason=reason,
            who="ada",
            now=session.consented_at + seconds(90),
        )
    content = export(finished.study)

    rows = read(content, "exclusions", folder="raw")
    assert [(row["excludes"], row["reason"]) for row in rows] == [
        ("1", "=help"),
        ("0", "mistaken"),
    ]
    assert rows[0]["decided_at_ms"] == "90000"
    assert read(content, "sessions")[0]["is_excluded"] == "0"


def test_regradings_stand_beside_the_first_verdicts(finished):
    wish = Wish("strict", "ignore", note="strict")
    regrade_study(study=finished.study, wish=wish, who="ada", now=NOON)

    rows = read(export(finished.study), "regradings")

    assert len(rows) == 12
    about = ("regrading", "grading_level", "n_accepted")
    assert {tuple(row[name] for name in about) for row in rows} == {
        ("1", "strict", "0")
    }


def test_changes_and_looks_at_results_are_in_the_file(study):
    add_places(study_id=study.pk, n_more=2, who="ada", now=NOON, reason="more")
    amend_study(
        study_id=study.pk, changes={"contact": "b@example.org"}, who="ada", now=NOON
    )
    looks = (Action.RESULTS_UNLOCKED, Action.RESULTS_SEEN)
    for action in (*looks, Action.EXPORTED):
        AuditEntry.objects.create(study=study, at=NOON, who="ada", action=action)
    content = export(study)

    changes = read(content, "changes")
    assert [row["change"] for row in changes] == ["top_up", "amendment"]
    assert json.loads(changes[0]["after"]) == {"GR": 12, "RD": 12}
    actions = {row["action"] for row in read(content, "audit")}
    assert actions == {"places_added", "amended", *looks}


def test_an_erased_person_leaves_a_row_and_no_answers(finished):
    erase_participant(session=finished.session, who="ada", now=NOON)
    content = export(finished.study)

    (row,) = read(content, "sessions")
    assert (row["is_erased"], row["is_analysed"]) == ("1", "0")
    assert read(content, "responses") == read(content, "answers") == []


def test_arrivals_without_proof_are_counted(study):
    person = Person(study, name="A1X").go_to("prequiz", 2)
    for assignment in ("AS2", "AS3"):
        arrival = Arrival("mturk", person="A1X", assignment=assignment)
        join_study(slug="study", consent=True, arrival=arrival, now=person.now)

    assert read(export(study), "sessions")[0]["n_unproven"] == "2"


def test_only_people_of_the_purpose_are_in_it(study):
    Person(study)

    assert len(read(export(study), "sessions")) == 1
    assert read(export(study, purpose=Purpose.SIMULATED), "sessions") == []


def test_the_seed_is_told_once_the_study_is_closed(finished, study):
    def manifest():
        return json.loads(files_in(export(study))["manifest.json"])

    assert manifest()["seed"] is None
    assert manifest()["seed_commitment"] == study.seed_hash
    change_study_state(study_id=study.pk, state=StudyState.CLOSED, now=NOON)
    assert manifest()["seed"] == study.seed


def test_the_same_export_twice_has_the_same_bytes(finished):
    assert export(finished.study, with_private=True) == export(
        finished.study, with_private=True
    )


def test_a_name_means_the_same_in_every_table():
    known = {}
    for table in TABLES:
        names = [column.name for column in table.columns]
        assert set(table.key) <= set(names)
        assert len(set(names)) == len(names)
        for column in table.columns:
            assert known.setdefault(column.name, column) == column
            assert column.meaning


def test_the_metadata_describe_every_variable(finished):
    content = files_in(export(finished.study))
    description = json.loads(content["dataset_description.json"])

    described = {one["name"] for one in description["variableMeasured"]}
    assert described == {
        column.name
        for table in TABLES
        if not table.is_private
        for column in table.columns
    }
    assert description["@type"] == "Dataset"
