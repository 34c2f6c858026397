"""Team and log, and coming by an invitation."""

import re

import pytest
from django.utils import timezone

from studies.models import AuditEntry, Invitation, Membership
from studies.models.team import Action, Role
from studies.services.team.audit import record_action
from studies.services.team.invitations import invite

pytestmark = pytest.mark.django_db
TEAM = "/dashboard/studies/study/team/"
PASSWORD = "correct horse staple"
NEWCOMER = {
    "username": "eve",
    "name": "Eve",
    "email": "eve@example.org",
    "password1": PASSWORD,
    "password2": PASSWORD,
}


def text(response):
    return response.content.decode()


def invited_address(study, **options):
    now = timezone.now()
    _, token = invite(study=study, role=Role.ANALYST, who="ada", now=now, **options)
    return f"/dashboard/invitations/{token}/"


def test_the_page_shows_members_roles_and_what_was_done(sign_in, study):
    client = sign_in(Role.ANALYST)
    now = timezone.now()
    places = {"before": {"GR": 10}, "after": {"GR": 30}}
    record_action(study, Action.PLACES_ADDED, who="bob", now=now, **places)

    page = text(client.get(TEAM))

    assert "<strong>bob</strong> added 20 places" in page
    assert "invite people and change their roles" in page
    assert "Invite somebody" not in page
    assert "<select id=" not in page.split("Log</h2>")[0]


def members_of(page):
    table = page.split('aria-label="Members of the team"')[1].split("</table>")[0]
    return re.findall(r'<th scope="row">(\w+)', table)


def test_members_and_invitations_are_searched_and_sorted(sign_in, study):
    sign_in(Role.PAYER, "bob")
    sign_in(Role.EDITOR, "carol")
    client = sign_in(Role.OWNER)
    for email in ("x@example.org", "y@example.org"):
        invited_address(study, email=email)

    pages = {
        query: text(client.get(f"{TEAM}?{query}"))
        for query in (
            "",
            "members-sort=-who",
            "members-sort=-role",
            "members-search=EDIT",
            "invitations-search=y%40",
            "members-search=zz",
        )
    }

    assert members_of(pages[""]) == ["ada", "carol", "bob"]
    assert members_of(pages["members-sort=-who"]) == ["carol", "bob", "ada"]
    assert members_of(pages["members-sort=-role"]) == ["bob", "carol", "ada"]
    assert members_of(pages["members-search=EDIT"]) == ["carol"]
    assert "x@example.org</td>" not in pages["invitations-search=y%40"]
    assert "y@example.org</td>" in pages["invitations-search=y%40"]
    assert "Nothing fits “zz”" in pages["members-search=zz"]


def test_one_list_is_sorted_without_losing_what_another_shows(sign_in, study):
    sign_in(Role.EDITOR, "carol")
    client = sign_in(Role.OWNER)

    page = text(client.get(TEAM, {"search": "joined", "members-search": "carol"}))

    assert 'href="?search=joined&amp;members-search=carol&amp;members-sort=who' in page
    assert '<input type="hidden" name="search" value="joined">' in page


def test_the_log_is_searched_on_its_page(sign_in, study):
    client = sign_in(Role.OWNER)
    for who in ("bob", "eve"):
        record_action(study, Action.TRIED, who=who, now=timezone.now())

    page = text(client.get(TEAM, {"search": "EVE tried", "page": "nonsense"}))

    assert "<strong>eve</strong> tried the study" in page
    assert "<strong>bob</strong>" not in page
    assert "Nothing in the log fits" in text(client.get(TEAM, {"search": "zzz"}))


@pytest.mark.parametrize("n_more", [0, 30])
def test_more_members_take_no_more_queries(
    sign_in, study, n_more, django_user_model, django_assert_num_queries
):
    client = sign_in(Role.OWNER)
    record_action(study, Action.TRIED, who="x", now=timezone.now())
    for number in range(n_more):
        user = django_user_model.objects.create_user(f"member-{number}")
        Membership.objects.create(study=study, user=user, role=Role.VIEWER)
        record_action(study, Action.TRIED, who="x", now=timezone.now())

    with django_assert_num_queries(8):
        client.get(TEAM)


def test_an_owner_changes_a_role(sign_in, study, django_user_model):
    client = sign_in(Role.OWNER)
    bob = django_user_model.objects.create_user("bob")
    member = Membership.objects.create(study=study, user=bob, role=Role.VIEWER)

    page = text(
        client.post(f"{TEAM}members/{member.pk}/role/", {"role": "payer"}, follow=True)
    )

    assert "bob is payer now." in page
    member.refresh_from_db()
    assert member.role == Role.PAYER


@pytest.mark.parametrize(
    ("part", "form", "told"),
    [
        ("role", {"role": "viewer"}, "A study needs an owner"),
        ("remove", {}, "A study needs an owner"),
        ("role", {"role": "king"}, "Choose one of the roles."),
    ],
)
def test_what_cannot_be_is_told(sign_in, study, part, form, told):
    client = sign_in(Role.OWNER)
    own = Membership.objects.get()

    page = text(client.post(f"{TEAM}members/{own.pk}/{part}/", form, follow=True))

    assert told in page
    assert Membership.objects.get().role == Role.OWNER


def test_removing_asks_once_more(sign_in, study, django_user_model):
    client = sign_in(Role.OWNER)
    bob = django_user_model.objects.create_user("bob")
    member = Membership.objects.create(study=study, user=bob, role=Role.VIEWER)
    address = f"{TEAM}members/{member.pk}/remove/"

    assert "Remove bob?" in text(client.get(address))
    assert Membership.objects.count() == 2
    client.post(address)

    assert Membership.objects.count() == 1
    assert AuditEntry.objects.get().detail == {"member": "bob"}


def test_the_link_of_an_invitation_is_shown_once_and_can_be_revoked(sign_in, study):
    client = sign_in(Role.OWNER)
    form = {"role": "payer", "email": "", "lasts": "7"}

    shown = text(client.post(f"{TEAM}invite/", form))

    (token,) = re.findall(r"http://testserver/dashboard/invitations/([\w-]+)/", shown)
    page = text(client.get(TEAM))
    assert token not in page
    assert "whoever has the link" in page
    client.post(f"{TEAM}invitations/{Invitation.objects.get().pk}/revoke/")
    assert client.get(f"/dashboard/invitations/{token}/").status_code == 404


def test_an_invitation_is_mailed_where_mail_is_set_up(sign_in, settings, mailoutbox):
    settings.EMAIL_HOST, settings.SITE_URL = "smtp", "https://study.example.org"
    form = {"role": "viewer", "email": "bob@example.org", "lasts": ""}

    page = text(sign_in(Role.OWNER).post(f"{TEAM}invite/", form))

    assert "The link was sent to bob@example.org." in page
    assert "https://study.example.org/dashboard/invitations/" in mailoutbox[0].body
    assert Invitation.objects.get().expires_at is None


def test_bad_invitations_keep_what_was_typed(sign_in):
    form = {"role": "editor", "email": "no address", "lasts": "7"}

    response = sign_in(Role.OWNER).post(f"{TEAM}invite/", form)

    assert response.status_code == 400
    assert 'value="no address"' in text(response)
    assert not Invitation.objects.exists()


def test_whoever_is_signed_in_joins_with_a_click(client, study, django_user_model):
    address = invited_address(study)
    client.force_login(django_user_model.objects.create_user("bob"))
    assert "Join as bob" in text(client.get(address))
    assert not Membership.objects.exists()

    page = text(client.post(address, follow=True))

    assert "You joined as analyst." in page
    assert "Study" in page
    assert client.get(TEAM).status_code == 200


def test_a_newcomer_makes_an_account_and_is_signed_in(client, study):
    address = invited_address(study, email="eve@example.org")
    assert 'value="eve@example.org"' in text(client.get(address))

    page = text(client.post(address, NEWCOMER, follow=True))

    assert "Signed in as eve" in page
    assert Membership.objects.get().user.get_full_name() == "Eve"
    assert client.get(address).status_code == 404


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"password1": "short", "password2": "short"}, "fewer than 12 characters"),
        ({"password2": "another one"}, "match"),
        ({"email": ""}, "This field is required"),
        ({"username": "ada"}, "already exists"),
        ({"username": "\N{CYRILLIC SMALL LETTER A}da"}, "valid username"),
    ],
)
def test_a_newcomer_is_told_what_is_missing(
    client, study, change, told, django_user_model
):
    django_user_model.objects.create_user("ada")
    response = client.post(invited_address(study), {**NEWCOMER, **change})

    assert response.status_code == 400
    assert told in text(response)
    assert django_user_model.objects.count() == 1
    assert Invitation.objects.open_at(timezone.now()).exists()


def test_a_long_log_goes_on_on_another_page(sign_in, study):
    client = sign_in(Role.OWNER)
    for number in range(51):
        record_action(study, Action.TRIED, who=f"who-{number:02}", now=timezone.now())

    page = text(client.get(TEAM, {"search": "who"}))
    (link,) = re.findall(r'href="(\?[^"]*)" rel="next"', page)
    last = text(client.get(TEAM + link.replace("&amp;", "&").removesuffix("#log")))

    assert "1 to 50 of 51" in page
    assert link.endswith("#log")
    assert "<strong>who-00</strong>" in last
