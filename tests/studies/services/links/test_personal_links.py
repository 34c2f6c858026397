import io
from urllib.parse import parse_qsl, urlsplit

import pytest

from studies.errors import InvalidError, LinkTakenBackError
from studies.models import AuditEntry, RecruiterIdentity
from studies.recruitment import read_arrival
from studies.services.enrolment.joining import find_known_session, join_study
from studies.services.links.personal_links import (
    MOST_LINKS,
    list_links,
    make_links,
    read_labels,
    remove_links,
    write_links,
)
from tests.studies.factories import NOON, make_study

pytestmark = pytest.mark.django_db
SITE = "https://site.example/join/study/"


def make(study, *labels):
    return make_links(study=study, labels=labels, who="ada", now=NOON)


def arrival_by(study, label):
    links = {link.label: link.address for link in list_links(study, address=SITE)}
    return read_arrival(dict(parse_qsl(urlsplit(links[label]).query)))


def join(study, arrival):
    return join_study(slug=study.slug, consent=True, arrival=arrival, now=NOON)


def test_a_pasted_list_has_a_label_in_each_line():
    assert read_labels(" P01\nP02\t\r\n\np03\nP01\r\np02") == ["P01", "P02", "p03"]


@pytest.mark.parametrize("line", ["Ada Lovelace", "P02,P03", "P02;P03"])
def test_a_line_is_never_taken_for_two_labels(line):
    with pytest.raises(InvalidError, match=f"Each line is one label.*“{line}”"):
        read_labels(f"P01\n{line}")


@pytest.mark.parametrize("text", ["", " \n", "ada@example.org", "Ädä", "P" * 65])
def test_what_is_no_label_is_told(text):
    with pytest.raises(InvalidError):
        read_labels(text)


def test_a_label_has_one_link_however_often_it_is_pasted():
    study = make_study()

    assert (make(study, "P01", "P02"), make(study, "p01", "P03")) == (2, 1)
    assert [link.label for link in list_links(study, address=SITE)] == [
        *("P01", "P02", "P03")
    ]
    assert AuditEntry.objects.filter(action="links_made").count() == 2


def test_links_have_an_end():
    with pytest.raises(InvalidError):
        make(make_study(), *(f"P{n}" for n in range(MOST_LINKS + 1)))


def test_a_personal_link_leads_into_the_study_and_back():
    study = make_study(recruiters=["personal"])
    make(study, "P01")
    arrival = arrival_by(study, "P01")

    first, again = join(study, arrival), join(study, arrival)

    assert (first.is_new, again.is_new, again.is_proved) == (True, False, True)
    assert RecruiterIdentity.objects.get().external_id == "P01"
    assert find_known_session(study, arrival) is not None


def test_a_link_is_of_one_study():
    study = make_study()
    other = make_study(slug="other", deck_version=study.deck_version)
    make(study, "P01")
    make(other, "P01")

    with pytest.raises(InvalidError):
        join(other, arrival_by(study, "P01"))


def test_who_has_not_begun_cannot_after_their_link_is_taken_back():
    study = make_study()
    make(study, "P01", "P02")
    begun, late = arrival_by(study, "P01"), arrival_by(study, "P02")
    join(study, begun)

    assert remove_links(study=study, labels=["p01", "P02"], who="ada", now=NOON) == 2

    assert not join(study, begun).is_new
    with pytest.raises(LinkTakenBackError):
        join(study, late)
    with pytest.raises(LinkTakenBackError):
        find_known_session(study, late)


def test_links_go_out_as_a_table():
    study, file = make_study(), io.StringIO()
    make(study, "P01")

    write_links(list_links(study, address=SITE), file)

    header, row = file.getvalue().splitlines()
    assert header == "label,link"
    assert row.startswith(f"P01,{SITE}?label=P01&signature=")
