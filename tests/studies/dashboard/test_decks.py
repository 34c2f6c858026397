"""The researcher's pages for decks: look first, then save all or nothing."""

import io
import re
import zipfile
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.utils import timezone
from PIL import Image

from studies.models import Deck, DeckUpload, Membership
from studies.models.team import Role
from studies.services.decks import archives
from tests.studies.factories import Person, make_deck_version, make_row, make_study

pytestmark = pytest.mark.django_db
UPLOAD = "/dashboard/decks/import/"
CREDITS = "/dashboard/decks/credits/"
DECKS = "/dashboard/decks/"
GOOD = "prompt,answer\ndog,Hund\nbee,Biene\npear,Birne\n"


def send(client, table=GOOD, *, pictures=None, name="pets.csv", **fields):
    content = table.encode() if isinstance(table, str) else table
    data = {"table": SimpleUploadedFile(name, content), **fields}
    if pictures is not None:
        data["pictures"] = SimpleUploadedFile("p.zip", pictures)
    return client.post(UPLOAD, data)


def follow(client, response):
    assert response.status_code == 302
    return client.get(response["Location"]).content.decode()


def test_a_deck_is_looked_at_and_then_saved(admin_client):
    response = send(admin_client, title="Pets")
    page = follow(admin_client, response)

    assert "Pets (pets): 3 concepts" in page
    assert "row 4: a typo may confuse “Birne” with “Biene” of row 3" in page
    assert Deck.objects.count() == 0
    saved = admin_client.post(response["Location"], follow=True)
    assert "Pets, version 1 is saved." in saved.content.decode()
    assert Deck.objects.get().versions.get().concepts.count() == 3
    assert DeckUpload.objects.count() == 0


def test_pictures_come_in_a_zip(admin_client):
    photograph = io.BytesIO()
    Image.new("RGB", (9, 9)).save(photograph, "JPEG")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("dog.jpg", photograph.getvalue())
    table = "prompt,answer,picture\ndog,Hund,dog.jpg\n"

    page = follow(admin_client, send(admin_client, table, pictures=out.getvalue()))

    assert "1 picture." in page


def test_faults_are_shown_by_row_and_leave_nothing_to_save(admin_client):
    response = send(admin_client, "prompt,answer\na,\nb,c\n")
    page = follow(admin_client, response)

    assert "row 2: the answer is empty" in page
    assert "Save the deck" not in page
    forced = admin_client.post(response["Location"], follow=True)
    assert "row 2: the answer is empty" in forced.content.decode()
    assert Deck.objects.count() == 0


@pytest.mark.parametrize("content", [b"\xff\xfea", b"a\0b", b"PK\x03\x04", b"K\xe4se"])
def test_what_cannot_be_read_is_a_page_and_not_a_fault(admin_client, content):
    page = follow(admin_client, send(admin_client, content))

    assert "Nothing can be saved" in page


def test_what_a_table_holds_is_shown_as_text(admin_client):
    table = 'prompt,answer\n<script>alert(1)</script>,"{{7*7}}"\n'

    page = follow(admin_client, send(admin_client, table, title="<b>x</b>"))

    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page
    assert "{{7*7}}" in page
    assert "<b>x</b>" not in page


def test_a_file_beyond_the_limit_is_refused(admin_client, monkeypatch):
    monkeypatch.setattr("studies.dashboard.forms.MOST_ARCHIVE_BYTES", 10)

    response = send(admin_client)

    assert "larger than" in response.content.decode()
    assert DeckUpload.objects.count() == 0
    assert archives.MOST_ARCHIVE_BYTES > 10


def test_an_upload_belongs_to_who_made_it(admin_client, django_user_model, client):
    response = send(admin_client)
    other = django_user_model.objects.create_superuser("other", password="x")
    client.force_login(other)

    shown = client.get(response["Location"], follow=True).content.decode()

    assert "This upload is gone" in shown


def test_uploads_are_not_kept_for_long(admin_client):
    send(admin_client)
    send(admin_client)
    assert DeckUpload.objects.count() == 1
    old = timezone.now() - timedelta(days=2)
    DeckUpload.objects.update(created_at=old)

    send(admin_client)

    assert DeckUpload.objects.count() == 1
    assert DeckUpload.objects.get().created_at > old


def test_every_researcher_imports_decks(client, django_user_model):
    client.force_login(django_user_model.objects.create_user("bob"))

    assert "Import a deck" in client.get("/dashboard/decks/").content.decode()
    assert client.get("/dashboard/decks/import/").status_code == 200


def test_the_list_names_every_version_with_its_concepts(admin_client):
    make_deck_version(["Haus", "Katze"], slug="pets")
    make_deck_version(["Haus", "Katze", "Hund"], slug="pets")

    page = admin_client.get(DECKS).content.decode()

    cells = re.findall(r'<td class="number">(\d+)</td>', page)
    assert cells == ["2", "3", "1", "2"]


def test_a_deck_shows_its_cards_and_finds_one_of_them(admin_client):
    make_deck_version(["Haus", "Katze"])

    listed = admin_client.get(DECKS).content.decode()
    page = admin_client.get(f"{DECKS}words/1/").content.decode()
    wish = {"cards-search": "katze"}
    found = admin_client.get(f"{DECKS}words/1/", wish).content.decode()
    turned = admin_client.get(f"{DECKS}words/1/", {"cards-sort": "-right"})

    assert f'href="{DECKS}words/1/"' in listed
    assert "English to German" in listed
    assert "das Haus" in page
    assert "das Katze" in page
    assert "das Haus" not in found
    assert re.findall(r"das \w+", turned.content.decode()) == ["das Katze", "das Haus"]
    assert admin_client.get(f"{DECKS}words/2/").status_code == 404


def test_decks_are_searched_and_sorted(admin_client):
    make_deck_version(["Haus"], slug="pets")
    make_deck_version(["Haus", "Hund"], slug="birds")

    def slugs(query):
        page = admin_client.get(f"{DECKS}?{query}").content.decode()
        return re.findall(r'<span class="quiet">(\w+)</span></th>', page)

    assert slugs("sort=concepts") == ["pets", "birds"]
    assert slugs("sort=-concepts") == ["birds", "pets"]
    assert slugs("search=BIRD") == ["birds"]
    assert sorted(slugs("sort=nonsense")) == ["birds", "pets"]
    assert (
        "No deck is called so."
        in admin_client.get(f"{DECKS}?search=zz").content.decode()
    )


def test_a_wrong_field_is_named_and_the_rest_is_kept(admin_client):
    page = send(admin_client, title="Pets", slug="no good!").content.decode()

    assert '<a href="#id_slug">Short name</a>: Letters, digits' in page
    assert 'aria-describedby="id_slug_helptext id_slug_error"' in page
    assert 'value="Pets"' in page
    assert DeckUpload.objects.count() == 0


def test_the_list_of_decks_leads_to_the_pages(admin_client):
    page = admin_client.get(DECKS).content.decode()

    assert UPLOAD in page
    assert CREDITS in page
    assert admin_client.get(UPLOAD).status_code == 200


def test_the_pages_have_nothing_inline(admin_client):
    page = follow(admin_client, send(admin_client))

    assert not re.search(r"<script(?! src| id)|<style|style=| on\w+=", page)


def test_credits_name_every_source_and_licence(admin_client):
    call_command("load_decks", stdout=io.StringIO())
    row = make_row(1, "Haus", source="An archive", licence="CC0-1.0", attribution="Eva")
    make_deck_version(rows=[row])

    page = admin_client.get(CREDITS).content.decode()

    for credit in ("Twemoji", "CC-BY-4.0", "Twitter", "Forgetmenot authors"):
        assert credit in page
    assert "An archive, CC0-1.0; Eva" in page


def test_participants_see_no_credits(client):
    row = make_row(1, "Haus", source="Haus archive", attribution="Eva Canary")
    study = make_study(deck_version=make_deck_version(rows=[row]), n_concepts=1)
    person = Person(study).go_to("prequiz")

    shown = client.get(f"/api/v1/sessions/{person.token}/").content.decode()

    assert "archive" not in shown
    assert "Canary" not in shown


@pytest.mark.parametrize(("role", "n_versions"), [(Role.ANALYST, 1), (Role.EDITOR, 2)])
def test_only_who_may_change_its_studies_changes_a_deck(
    client, django_user_model, role, n_versions
):
    study = make_study(deck_version=make_deck_version(slug="taught"))
    ada = django_user_model.objects.create_user("ada")
    Membership.objects.create(study=study, user=ada, role=role)
    client.force_login(ada)

    preview = send(client, slug="taught", title="Evil")["Location"]
    page = client.post(preview, follow=True).content.decode()

    deck = Deck.objects.get(slug="taught")
    assert deck.versions.count() == n_versions
    assert (deck.title == "Evil") == (n_versions == 2)
    assert ("Others teach a deck" in page) == (n_versions == 1)
