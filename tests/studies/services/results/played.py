"""Small studies that simulated people took part in."""

from datetime import timedelta

from studies.models import Place, Study
from studies.models.study import StudyState
from studies.services.design.lifecycle import change_study_state
from studies.services.simulation.learners import create_learner
from studies.services.simulation.participants import SimulatedParticipant
from studies.services.simulation.transports import ServiceTransport
from tests.studies.factories import NOON, make_deck_version, make_study


def play(study, n_people, *, drop_out=0.25):
    """Let people made of code take part, an hour apart; some leave."""
    for index in range(n_people):
        learner = create_learner(seed=7, index=index, drop_out=drop_out)
        way = ServiceTransport(NOON + timedelta(hours=index))
        SimulatedParticipant(study, learner, way, person=f"sim-{index}").play()


def make_played(n_people=16, *, is_real=True, **changes):
    """A live study with people in it; as if they were real, unless told."""
    values = {"n_concepts": 4, "horizon": 8, "n_places": 20, "reference_arm": "RD"}
    # A deck of its own: of a deck that another study asks, no simulated person learns.
    deck = make_deck_version(slug=changes.get("slug", "words"))
    study = make_study(**{**values, "deck_version": deck, **changes})
    play(study, n_people)
    if is_real:
        study.sessions.update(purpose="real")
        Place.objects.filter(study=study).update(purpose="real")
    return Study.objects.get(pk=study.pk)


def close(study):
    return change_study_state(study_id=study.pk, state=StudyState.CLOSED)
