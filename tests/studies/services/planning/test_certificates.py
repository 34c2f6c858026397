import pytest

from studies.errors import DesignError
from studies.services.planning import certificates
from studies.services.planning.certificates import (
    Measure,
    Reached,
    certify_design,
    find_certificate,
    name_certificate,
    store_certificate,
)
from teaching import EASY, HARD
from teaching.certificate import certify
from tests.studies.factories import (
    NOON,
    WORDS,
    make_deck_version,
    make_row,
    make_study,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def few(monkeypatch):
    monkeypatch.setattr(certificates, "TRIALS", 50)


SOME = (Measure(0.0, 10, (Reached("GR", 0.5, 0.4, 0.39, 0.41),)),)


def test_arms_are_certified_as_the_command_does_it():
    study = make_study(state="draft", teachers=("GR", "RD", "PR"))

    (measure,) = certify_design(study)

    theta = [(6, 2, 0)] * 3
    own = certify(
        ["GR", "RD", "PR"], theta=theta, horizon=6, trials=50, no_repeat=True, seed=31
    )
    assert measure.most == pytest.approx(own.bound.upper_bound)
    found = {reached.arm: reached.share for reached in measure.arms}
    wanted = {code: pytest.approx(min(own.share(code).mean, 1)) for code in found}
    assert found == wanted


def test_what_a_teacher_is_told_to_aim_at_is_certified_too():
    study = make_study(state="draft", teachers=("GR", "PR"))
    study.arms.filter(teacher="PR").update(options={"later": 1.0, "delay": 5})

    area, later = certify_design(study)

    assert (area.later, later.later, later.delay) == (0, 1, 5)
    greedy, priced = later.arms
    assert greedy.most == priced.most
    assert greedy.mean <= priced.mean
    assert priced.low <= priced.most


def test_arms_that_believe_in_different_memories_have_bounds_of_their_own():
    study = make_study(state="draft")
    study.arms.filter(teacher="RD").update(theta=[3, 1.5, 0])

    (measure,) = certify_design(study)

    assert measure.most is None
    assert measure.arms[0].most > measure.arms[1].most


def test_sessions_drawn_at_random_are_certified_on_average():
    rows = [
        make_row(i, word, theta=EASY if i % 2 else HARD)
        for i, word in enumerate(WORDS, start=1)
    ]
    study = make_study(
        state="draft", deck_version=make_deck_version(rows=rows), teachers=("PR",)
    )

    (measure,) = certify_design(study)

    (reached,) = measure.arms
    assert reached.share > 0.97
    assert reached.low <= reached.most


def test_how_far_it_is_is_told():
    done = []

    certify_design(make_study(state="draft"), watch=done.append)

    assert done == [1, 2]


def test_what_takes_too_long_is_told_in_words(monkeypatch):
    monkeypatch.setattr(certificates, "MOST_CHOICES", 10)
    certificates._bound.cache_clear()

    with pytest.raises(DesignError, match="too long"):
        certify_design(make_study(state="draft"))


def test_a_certificate_is_found_until_the_design_changes():
    study = make_study(state="draft")
    store_certificate(study, name_certificate(study), SOME, now=NOON)
    assert find_certificate(study) == SOME

    study.no_repeat = False

    assert find_certificate(study) is None


def test_the_oldest_certificates_are_forgotten(monkeypatch):
    monkeypatch.setattr(certificates, "KEPT", 2)
    study = make_study(state="draft")

    for name in "abc":
        store_certificate(study, name, SOME, now=NOON)

    assert set(study.certificates.values_list("name", flat=True)) == {"b", "c"}


def test_nobody_reaches_more_than_the_whole():
    lucky = Reached("GR", most=0.5, mean=0.501, low=0.49, high=0.51)

    assert lucky.share == lucky.share_high == 1
