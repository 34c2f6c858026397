"""The log in words, searched as it is read."""

from datetime import timedelta

import pytest

from studies.models.team import Action
from studies.services.people.decisions import decide_exclusion
from studies.services.team.audit import record_action
from studies.services.team.log import PER_PAGE, LogWish, read_log
from studies.services.team.sentences import tell_action
from tests.studies.factories import NOON, Person


@pytest.fixture
def record(study):
    def write(action, *, who="ada", minutes=0, **detail):
        now = NOON + timedelta(minutes=minutes)
        return record_action(study, action, who=who, now=now, **detail)

    return write


@pytest.mark.parametrize(
    ("action", "detail", "words"),
    [
        ("places_added", {"before": {"a": 5, "b": 5}, "after": {"a": 15, "b": 15}},
         "added 20 places"),
        ("places_added", {"before": {"a": 5}, "after": {"a": 6}, "reason": "Many left"},
         "added 1 place: Many left"),
        ("places_added", {"after": {"a": 6}}, "added places: there are 6 now"),
        ("state_changed", {"before": "live", "after": "paused"},
         "made the study paused, which was live"),
        ("design_changed", {"fields": ["n_concepts", "title", "horizon"]},
         "changed the design: Concepts, Title, Cards in the learning part"),
        ("design_changed", {"fields": ["arm GR: n_places", "arm R: R: n_places"]},
         "changed the design: Places of arms GR, R: R"),
        ("design_changed", {"fields": ["arm GR: theta", "added arm RD"]},
         "changed the design: Memory it believes in of arm GR, added arm RD"),
        ("simulated", {"n_people": 80}, "sent 80 simulated participants"),
        (
            "simulated",
            {"n_people": 80, "cancelled_after": 3},
            "stopped sending simulated participants after 3 of 80",
        ),
        ("excluded", {"participant": "3fa1"}, "excluded participant 3fa1"),
        ("included", {"participant": "3fa1"}, "included participant 3fa1 again"),
        ("time_granted", {"participant": "3fa1", "factor": "1.5"},
         "granted participant 3fa1 1.5 times the time"),
        ("identity_seen", {"participant": "3fa1"}, "looked at who participant 3fa1 is"),
        ("identity_seen", {"participants": ["a", "b"]},
         "looked at who 2 participants are"),
        ("created", {"origin": "the German study"},
         "created the study from the German study"),
    ],
)  # fmt: skip
def test_entries_are_told_as_sentences(record, action, detail, words):
    assert tell_action(record(action, **detail)) == words


@pytest.mark.parametrize("action", Action)
def test_an_entry_without_details_is_told_too(record, action):
    words = tell_action(record(action))

    assert words[0].islower()
    assert "None" not in words


def test_a_search_finds_what_is_read(study, record):
    record(Action.PLACES_ADDED, before={"a": 1}, after={"a": 21})
    record(Action.NOTED, who="Bob", participant="3fa1")

    def found(search):
        return [line.who for line in read_log(study, LogWish(search=search))]

    assert found("20 PLACES") == ["ada"]
    assert found("bob") == ["Bob"]
    assert found("nothing of it") == []


def test_kinds_and_order_can_be_chosen(study, record):
    for minutes, action in enumerate((Action.TRIED, Action.LAUNCHED, Action.TRIED)):
        record(action, minutes=minutes)

    newest = [line.words for line in read_log(study, LogWish())]
    oldest = read_log(study, LogWish(action=Action.TRIED, oldest_first=True))

    assert newest == ["tried the study", "launched the study", "tried the study"]
    assert [line.at.minute for line in oldest] == [0, 2]


def test_a_long_log_has_pages(study, record, django_assert_num_queries):
    for minutes in range(PER_PAGE + 1):
        record(Action.TRIED, minutes=minutes)

    with django_assert_num_queries(2):
        last = list(read_log(study, LogWish(), page=2))

    assert [line.at.minute for line in last] == [0]


def test_a_decision_is_told_with_its_reason_until_it_is_erased(study):
    session = Person(study).session
    decide_exclusion(
        session=session, is_excluded=True, reason="Had help", who="ada", now=NOON
    )

    assert read_log(study, LogWish())[0].words.endswith(": Had help")
    session.exclusions.update(reason="")
    assert "Had help" not in read_log(study, LogWish())[0].words
