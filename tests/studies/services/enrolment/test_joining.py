"""Joining, coming back, and who is who."""

import pytest

from studies.errors import (
    ConsentMissingError,
    InvalidError,
    NotFoundError,
    PreviewError,
    StudyClosedError,
    StudyFullError,
    StudyNotOpenError,
)
from studies.models import AccessToken, Participant, Study, TeachingSession
from studies.models.study import Sampling, StudyState
from studies.recruitment import Arrival
from studies.services.design.lifecycle import change_study_state
from studies.services.enrolment.joining import (
    find_known_session,
    find_study,
    join_study,
)
from studies.services.tokens import digest_token, read_session, sign_simulated
from tests.studies.factories import (
    NOON,
    WORDS,
    Person,
    make_deck_version,
    make_study,
    seconds,
)

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_is_enough]


def join(study, *, consent=True, **arrival):
    return join_study(
        slug=study.slug, consent=consent, arrival=Arrival(**arrival), now=NOON
    )


def test_without_consent_nothing_is_stored(study):
    with pytest.raises(ConsentMissingError):
        join(study, consent=False)

    assert Participant.objects.count() == TeachingSession.objects.count() == 0


def test_consent_is_recorded_with_what_was_agreed_to(person):
    consent = person.session.consent

    assert (consent.version, consent.language, consent.given_at) == ("1", "en", NOON)
    assert len(consent.text_hash) == 64


def test_consent_samples_the_concepts(person):
    positions = person.session.concepts.order_by("position")

    assert list(positions.values_list("position", flat=True)) == [0, 1, 2]


def test_a_stratified_sample_has_so_many_of_each_level(db):
    study = make_study(
        n_concepts=7,
        horizon=7,
        sampling=Sampling.STRATIFIED,
        strata={"common": 3, "rare": 4},
    )
    levels = [
        c.concept.level
        for c in Person(study).session.concepts.select_related("concept")
    ]

    assert (levels.count("common"), levels.count("rare")) == (3, 4)


def test_practice_concepts_are_never_sampled(db):
    version = make_deck_version()
    version.concepts.filter(number__gt=3).update(is_practice=True)
    study = make_study(deck_version=version)

    numbers = Person(study).session.concepts.values_list("concept__number", flat=True)

    assert sorted(numbers) == [1, 2, 3]


def test_the_token_is_long_and_only_its_hash_is_stored(person):
    assert len(person.token) == 43
    assert AccessToken.objects.get().digest == digest_token(person.token)


@pytest.mark.parametrize("spoil", [str.lower, str.swapcase, lambda t: t + " "])
def test_a_token_is_itself_and_nothing_like_it(person, spoil):
    with pytest.raises(NotFoundError):
        read_session(spoil(person.token), now=NOON)


@pytest.mark.parametrize("token", ["", "x", "x" * 10**6, "\ud800"])
def test_unknown_tokens_find_nothing(study, token):
    with pytest.raises(NotFoundError):
        read_session(token, now=NOON)


def test_an_expired_token_looks_like_an_unknown_one(person):
    AccessToken.objects.update(expires_at=NOON + seconds(5))

    assert read_session(person.token, now=NOON)
    with pytest.raises(NotFoundError):
        read_session(person.token, now=NOON + seconds(5))


def test_coming_back_mints_another_token_and_the_old_one_stays(study):
    first = join(study, recruiter="mturk", person="A1X", assignment="AS1")
    second = join(study, recruiter="mturk", person="A1X", assignment="AS1")

    assert (first.is_new, second.is_new) == (True, False)
    sessions = {read_session(j.token, now=NOON).pk for j in (first, second)}
    assert len(sessions) == 1


@pytest.mark.parametrize("spelling", ["a1x", " A1X ", "\uff211X", "A1X\n"])
def test_all_spellings_of_an_id_are_one_person(study, spelling):
    join(study, recruiter="mturk", person="A1X")

    assert not join(study, recruiter="mturk", person=spelling).is_new


@pytest.mark.parametrize("spelling", ["", "A\x00", "A" * 300, "A B", "<b>"])
def test_nonsense_is_nobodys_id(study, spelling):
    with pytest.raises(InvalidError):
        join(study, recruiter="mturk", person=spelling)


def test_the_same_id_at_another_recruiter_is_another_person(study):
    person = "5f0c8a366f0c4a539d3c6a0a"
    join(study, recruiter="mturk", person=person)

    assert join(study, recruiter="prolific", person=person).is_new


def test_a_preview_creates_nothing(study):
    with pytest.raises(PreviewError):
        join(
            study,
            recruiter="mturk",
            person="A1X",
            assignment="ASSIGNMENT_ID_NOT_AVAILABLE",
        )

    assert not Participant.objects.exists()


def test_a_double_click_on_an_open_link_is_one_session(study):
    assert join(study, nonce="abc").is_new
    assert not join(study, nonce="abc").is_new
    assert join(study, nonce="ABC").is_new


def test_an_open_link_without_a_nonce_is_always_somebody_new(study):
    assert join(study).is_new
    assert join(study).is_new


def test_drafts_do_not_exist_for_participants(db):
    with pytest.raises(NotFoundError):
        join(make_study(state=StudyState.DRAFT))


def test_a_paused_study_takes_nobody_new_but_lets_others_go_on(person):
    change_study_state(study_id=person.study.pk, state=StudyState.PAUSED)

    with pytest.raises(StudyNotOpenError):
        join(person.study)
    assert person.go_on().phase == "prequiz"


def test_a_closed_study_takes_nobody_new_but_lets_others_come_back(study):
    person = Person(study, name="A1X")
    change_study_state(study_id=study.pk, state=StudyState.CLOSED, now=NOON)

    with pytest.raises(StudyClosedError):
        join(study)
    with pytest.raises(StudyClosedError):
        find_known_session(find_study(study.slug), Arrival())
    assert not join(study, recruiter="mturk", person="A1X").is_new
    assert person.go_on().phase == "prequiz"


def test_a_full_study_takes_nobody_new(db):
    study = make_study(n_places=1)
    Person(study).go_to("learning", 1)
    Person(study).go_to("learning", 1)

    with pytest.raises(StudyFullError):
        join(study)


@pytest.mark.parametrize(
    ("state", "purpose"), [(StudyState.PILOT, "pilot"), (StudyState.LIVE, "real")]
)
def test_the_state_of_the_study_gives_the_purpose(db, state, purpose):
    assert Person(make_study(state=state)).session.purpose == purpose


def test_a_demo_is_practice(db):
    assert Person(make_study(is_demo=True)).session.purpose == "practice"


ASKING = [(StudyState.PILOT,), (StudyState.LIVE,), (StudyState.LIVE, StudyState.PAUSED)]


def put_to_use(version, states, *, slug="earnest"):
    """A study in earnest about the deck of ``version``, in the last of ``states``."""
    study = make_study(slug=slug, deck_version=version, state=states[0])
    for state in states[1:]:
        change_study_state(study_id=study.pk, state=state)
    return study


def simulated(person="s1", **changes):
    signed = {"person": person, "assignment": sign_simulated(person)}
    return {"recruiter": "simulated", **signed, **changes}


@pytest.mark.parametrize("states", ASKING)
def test_no_demo_of_a_deck_that_a_study_uses(db, states):
    demo = make_study(slug="demo", is_demo=True)
    put_to_use(demo.deck_version, states)

    with pytest.raises(StudyNotOpenError):
        join(demo)
    with pytest.raises(StudyNotOpenError):
        join(demo, **simulated())


@pytest.mark.parametrize("states", ASKING)
def test_another_version_of_a_deck_in_use_is_not_shown_either(db, states):
    demo = make_study(slug="demo", is_demo=True)
    put_to_use(make_deck_version([*WORDS, "Wald"]), states)

    with pytest.raises(StudyNotOpenError):
        join(demo)


@pytest.mark.parametrize("state", [StudyState.PILOT, StudyState.LIVE])
def test_simulated_people_come_whatever_other_study_asks_about_the_deck(db, state):
    first = make_study(slug="first", state=state)
    begun = Person(first, arrival=Arrival(**simulated())).go_to("prequiz", 1)
    put_to_use(first.deck_version, (StudyState.LIVE,))

    begun.answer("xx")

    assert begun.session.step == 2
    assert join(first, **simulated("s2")).is_new
    with pytest.raises(InvalidError, match="signature"):
        join(first, **simulated("s3", assignment="x"))


def test_a_deck_is_free_again_when_nobody_is_inside_a_closed_study(db):
    demo = make_study(slug="demo", is_demo=True)
    put_to_use(demo.deck_version, (StudyState.LIVE, StudyState.CLOSED))
    Study.objects.filter(state=StudyState.CLOSED).update(finish_until=NOON)
    make_study(slug="draft", deck_version=demo.deck_version, state=StudyState.DRAFT)

    assert join(demo).is_new
    assert join(demo, **simulated()).is_new


def test_simulated_people_come_only_where_they_may(db):
    study = make_study(accepts_simulated=False)

    with pytest.raises(InvalidError, match="takes no simulated"):
        join(study, **simulated())


@pytest.mark.parametrize("told", ["", "x", sign_simulated("s2")])
def test_simulated_people_are_sent_by_the_server_alone(study, told):
    with pytest.raises(InvalidError, match="signature"):
        join(study, **simulated(assignment=told))

    assert not Participant.objects.exists()


def test_nobody_else_comes_back_as_a_simulated_person(study):
    join(study, **simulated())

    with pytest.raises(InvalidError, match="signature"):
        join(study, recruiter="simulated", person="s1")
    assert not join(study, **simulated()).is_new
