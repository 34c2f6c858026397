"""Simulated participants play a study to its end, or to where they leave."""

import pytest

from studies.models import (
    BrowserEvent,
    Questionnaire,
    QuestionnaireAnswer,
    Response,
    SessionDevice,
)
from studies.services.session.sweeping import sweep
from studies.services.simulation.learners import create_learner
from studies.services.simulation.participants import (
    Participation,
    SimulatedParticipant,
    find_interrupted,
    find_losses,
    vocabulary_of,
)
from studies.services.simulation.transports import ServiceTransport
from tests.studies.factories import NOON, Person, make_study, seconds

pytestmark = pytest.mark.django_db


def play(study, *, index=0, drop_out=0.0):
    learner = create_learner(seed=3, index=index, drop_out=drop_out)
    transport = ServiceTransport(NOON)
    return SimulatedParticipant(study, learner, transport, person=f"sim-{index}").play()


def test_a_whole_study_is_played_and_every_answer_remembered(study):
    participation = play(study)

    assert participation.fault == ""
    assert len(participation.completion_code) == 12
    kept = Response.objects.values_list("phase", "step", "text")
    assert sorted(participation.acknowledged) == sorted(kept)


def test_whoever_leaves_gets_no_code(study):
    participation = play(study, drop_out=1.0)

    assert (participation.fault, participation.completion_code) == ("", None)
    assert len(participation.acknowledged) < 12


def test_a_study_that_takes_nobody_is_a_fault_and_no_crash():
    participation = play(make_study(accepts_simulated=False))

    assert participation.fault.startswith("InvalidError")


def test_leavers_are_away_and_their_place_is_free_again(study):
    participations = [play(study, index=index, drop_out=1.0) for index in range(6)]

    assert not any(one.completion_code for one in participations)
    assert set(study.sessions.values_list("is_away", flat=True)) == {True}
    assert not study.sessions.filter(place__isnull=False).exists()
    assert study.sessions.filter(returned_place__isnull=False).exists()


def test_words_of_the_deck_come_to_mind_or_nothing(study):
    words = {concept.answer for concept in study.deck_version.concepts.all()}

    typed = {text for _, _, text in play(study).acknowledged}

    assert "" in typed
    assert len(typed & words) > len(typed) / 2


def test_devices_keys_and_looks_away_are_told_as_a_browser_would(study):
    for index in range(12):
        play(study, index=index)

    assert SessionDevice.objects.filter(session__study=study).count() == 12
    assert len(set(SessionDevice.objects.values_list("kind", flat=True))) > 1
    typed = Response.objects.exclude(text="")
    assert all(card.client["elapsed_ms"] > 0 for card in typed)
    assert all(card.client["n_keys"] > 0 for card in typed if "n_keys" in card.client)
    assert {"blur", "focus"} <= set(BrowserEvent.objects.values_list("kind", flat=True))


def test_nothing_is_lost_when_everything_told_is_stored(study):
    participations = [play(study, index=index) for index in range(3)]

    assert find_losses(study, participations) == []


def test_a_card_that_a_sweep_closed_is_no_loss_of_whoever_left(study):
    participations = [cut_off(study, after=after) for after in (0, 4, 5)]

    swept = sweep(now=NOON + seconds(86_400))

    assert swept.n_missed > 0
    assert find_losses(study, participations) == []


def test_an_answer_that_a_sweep_took_for_missed_is_a_loss(study):
    participation = play(study)
    learnt = Response.objects.filter(phase="learning", step=1)
    learnt.update(outcome="missed", text="")

    assert len(find_losses(study, [participation])) == 1


def test_an_answer_after_the_sweep_is_kept_as_a_late_one(study):
    participation = play(study)
    learnt = Response.objects.get(phase="learning", step=1)
    learnt.late_text, learnt.text, learnt.outcome = learnt.text, "", "missed"
    learnt.save()

    assert find_losses(study, [participation]) == []


@pytest.mark.parametrize("fault", ["missing", "changed", "doubled"])
def test_a_loss_is_named_with_its_person(study, fault):
    participation = play(study)
    if fault == "missing":
        Response.objects.filter(phase="postquiz", step=1).delete()
    elif fault == "changed":
        Response.objects.filter(phase="postquiz", step=1).update(text="other")
    else:
        participation.acknowledged.append(participation.acknowledged[0])

    (loss,) = find_losses(study, [participation])

    assert loss.startswith("sim-0: told ")
    assert "not kept [(" in loss


def test_somebody_who_was_told_nothing_lost_nothing(study):
    assert find_losses(study, [Participation("nobody")]) == []


def test_a_word_is_known_by_what_its_card_shows(study):
    words = vocabulary_of(study)
    card = Person(study).go_to("prequiz").look().card

    assert len(words) == 16
    assert words[card.prompt, card.picture or ""].answer


KINDS = [
    {"id": "p", "kind": "plain", "label": "Some questions."},
    {"id": "m", "kind": "multiple", "label": "?", "options": ["a"], "required": True},
    {"id": "t", "kind": "text", "label": "?", "required": True},
    {"id": "l", "kind": "labelled_scale", "label": "?", "options": ["1", "2"]}
    | {"low": "no", "high": "yes", "required": True},
    {"id": "c", "kind": "choice", "label": "?", "options": ["no", "yes"]}
    | {"required": True, "screen_out": ["no"]},
    {"id": "n", "kind": "number", "label": "?", "min": 1.5, "max": 99}
    | {"required": True, "screen_out": {"below": 18}},
    {"id": "o", "kind": "number", "label": "?", "max": -3},
]


def test_questions_of_every_kind_are_answered_so_that_nobody_is_screened_out():
    before = Questionnaire.objects.create(name="before", items=KINDS)
    study = make_study(questions_before=before, minimum_age=18)

    participation = play(study)

    assert participation.fault == ""
    assert participation.completion_code
    told = dict(QuestionnaireAnswer.objects.values_list("item", "value"))
    assert {item["id"] for item in KINDS} - told.keys() == {"p"}
    assert (told["c"], told["n"], told["o"]) == ("yes", "18", "-3")


def test_who_was_interrupted_goes_on_as_if_nothing_had_been(study):
    whole = play(study, index=1)
    first = SimulatedParticipant(
        *(study, create_learner(seed=3, index=1), Breaking(NOON, after=9)),
        person="again",
    )
    with pytest.raises(ConnectionError):
        first.take_part()

    session = find_interrupted(study, "again")
    second = SimulatedParticipant(
        *(study, create_learner(seed=3, index=1), ServiceTransport(NOON)),
        person="again",
    )
    second.take_up(session.responses.filter(closed_at__isnull=False))
    assert second._learner == first._learner
    participation = second.take_part()

    assert participation.completion_code
    assert len(participation.acknowledged) == len(whole.acknowledged) - 9
    assert study.sessions.count() == 2


def test_who_has_to_wait_for_the_next_part_waits():
    study = make_study(postquiz_delay_seconds=3600)

    assert play(study).completion_code


def cut_off(study, *, after):
    learner, way = create_learner(seed=3, index=after), Breaking(NOON, after=after)
    return SimulatedParticipant(study, learner, way, person=f"sim-{after}").play()


class Breaking(ServiceTransport):
    """A way in that is cut off after some answers."""

    def __init__(self, now, *, after):
        super().__init__(now)
        self.n_left = after

    def answer(self, body):
        if self.n_left == 0:
            raise ConnectionError
        self.n_left -= 1
        return super().answer(body)
