"""Personal links on their page."""

import re

import pytest

from studies.dashboard.running import personal_links
from studies.models.team import Role

pytestmark = pytest.mark.django_db
PAGE = "/dashboard/studies/study/links/"


def paste(client, labels, **more):
    return client.post(f"{PAGE}change/", {"labels": labels, **more}, follow=True)


def test_a_pasted_list_becomes_links_a_table_and_codes_to_print(admin_client, study):
    page = paste(admin_client, "P01\nP02").content.decode()

    assert "Links made: 2." in page
    assert "http://testserver/join/study/?label=P01&amp;signature=" in page
    table = admin_client.get(f"{PAGE}links.csv")
    assert len(table.content.decode().splitlines()) == 3
    assert "attachment" in table["Content-Disposition"]
    cards = admin_client.get(f"{PAGE}print/").content.decode()
    assert cards.count("<svg") == 2
    assert "P02" in cards


def test_many_codes_are_printed_page_by_page(admin_client, study, monkeypatch):
    monkeypatch.setattr(personal_links, "CARDS_PER_PAGE", 2)
    paste(admin_client, "P01\nP02\nP03")

    first, last = (
        admin_client.get(f"{PAGE}print/", {"page": page}).content.decode()
        for page in (1, 2)
    )

    assert (first.count("<svg"), last.count("<svg")) == (2, 1)
    assert "1 to 2 of 3" in first
    assert "P03" in last


def test_what_is_no_label_stays_in_the_box_and_is_told(admin_client, study):
    response = paste(admin_client, "P01\nada@example.org")

    assert response.status_code == 400
    page = response.content.decode()
    assert "These are none: “ada@example.org”." in page
    assert "P01\nada@example.org</textarea>" in page


def test_links_are_found_and_sorted_by_label(admin_client, study):
    paste(admin_client, "P02\nP01\nQ1")

    page = admin_client.get(PAGE, {"links-search": "p0", "links-sort": "label"})

    text = page.content.decode()
    assert re.findall(r'<th scope="row">(\w+)', text) == ["P01", "P02"]
    assert "3 links</h2>" in text


def test_links_are_taken_back(admin_client, study):
    paste(admin_client, "P01\nP02")

    page = paste(admin_client, "p01", remove="yes").content.decode()

    assert "Links taken back: 1." in page
    assert "label=P01" not in page


@pytest.mark.parametrize("role", [Role.ANALYST, Role.VIEWER, Role.PAYER])
@pytest.mark.parametrize("rest", ["", "links.csv", "print/"])
def test_whoever_has_a_link_is_its_person_so_few_see_them(sign_in, role, rest):
    assert sign_in(role).get(f"{PAGE}{rest}").status_code == 403


def test_the_page_says_when_nobody_can_come_by_a_link_yet(admin_client, study):
    study.recruiters = ["link"]
    study.save()

    assert b"nobody can come by one yet" in admin_client.get(PAGE).content
