"""One's own account, forgotten passwords, and the accounts of a site."""

import re
from threading import Thread

import pytest
from axes.models import AccessAttempt
from django.test import Client
from django.urls import reverse

from studies.dashboard.accounts import forms
from studies.models import ApiToken
from studies.services.team.accounts import close_account, make_reset_key
from studies.services.team.api_tokens import make_api_token
from tests.studies.factories import NOON

pytestmark = pytest.mark.django_db
ACCOUNT, ACCOUNTS = "/dashboard/account/", "/dashboard/accounts/"
OLD, NEW = "correct horse staple", "battery apple window"
FORGOTTEN = "/dashboard/password/forgotten/"


@pytest.fixture(autouse=True)
def _quick_passwords(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def ada(client, django_user_model):
    user = django_user_model.objects.create_user("ada", "ada@example.org", OLD)
    client.force_login(user)
    return user


class AtOnce(Thread):
    """Work that is done before the next line."""

    def start(self):
        self.run()


@pytest.fixture
def mail(settings, mailoutbox, monkeypatch):
    settings.EMAIL_HOST = "smtp"
    monkeypatch.setattr(forms, "Thread", AtOnce)
    return mailoutbox


def text(response):
    return response.content.decode()


def sign_in(client, name, password):
    form = {"username": name, "password": password}
    response = client.post("/dashboard/sign-in/", form, REMOTE_ADDR="127.0.0.1")
    return response.status_code == 302


def test_a_name_changes_without_a_password(client, ada):
    client.post(ACCOUNT, {"name": "Ada L.", "email": "ada@example.org"})

    ada.refresh_from_db()
    assert ada.get_full_name() == "Ada L."


@pytest.mark.parametrize("password", ["", "x"])
def test_another_address_needs_the_password(client, ada, password):
    form = {"name": "Ada", "email": "new@example.org"}

    refused = client.post(ACCOUNT, {**form, "password": password})
    assert refused.status_code == 400
    assert 'value="new@example.org"' in text(refused)
    client.post(ACCOUNT, {**form, "password": OLD})

    ada.refresh_from_db()
    assert ada.email == "new@example.org"


@pytest.mark.parametrize(
    ("address", "form"),
    [
        (ACCOUNT, {"email": "evil@example.org", "password": "guess"}),
        (
            f"{ACCOUNT}password/",
            {"old_password": "guess", "new_password1": NEW, "new_password2": NEW},
        ),
        (f"{ACCOUNT}second-factor/", {"code": "123456", "password": "guess"}),
    ],
)
def test_a_stolen_session_does_not_guess_the_password_without_end(
    client, ada, address, form
):
    asked = [client.post(address, form) for _ in range(10)]
    right = {**form, "password": OLD, "old_password": OLD}

    assert {reply.status_code for reply in asked[:9]} == {400}
    assert asked[-1].status_code == 429
    assert client.post(address, right).status_code == 429
    stored = repr(list(AccessAttempt.objects.values()))
    assert not any(typed in stored for typed in ("guess", NEW, "evil"))


def test_a_new_password_ends_all_other_sessions(client, ada):
    elsewhere = Client()
    elsewhere.force_login(ada)
    form = {"old_password": OLD, "new_password1": NEW, "new_password2": NEW}

    assert client.post(f"{ACCOUNT}password/", form)["Location"] == ACCOUNT

    assert client.get(ACCOUNT).status_code == 200
    assert elsewhere.get(ACCOUNT).status_code == 302
    assert sign_in(Client(), "ada", NEW)


def by_own_form(client, ada, mail):
    form = {"old_password": OLD, "new_password1": NEW, "new_password2": NEW}
    client.post(f"{ACCOUNT}password/", form)


def by_forgotten_link(client, ada, mail):
    Client().post(FORGOTTEN, {"email": "ada@example.org"})
    (link,) = re.findall(r"http://testserver(/\S+)", mail[0].body)
    visitor = Client()
    address = visitor.get(link, follow=True).redirect_chain[-1][0]
    visitor.post(address, {"new_password1": NEW, "new_password2": NEW})


def by_an_administrators_program(client, ada, mail):
    ada.set_password(NEW)
    ada.save()


@pytest.mark.parametrize(
    "change", [by_own_form, by_forgotten_link, by_an_administrators_program]
)
def test_a_new_password_revokes_ones_api_tokens(
    client, ada, mail, django_user_model, change
):
    bob = django_user_model.objects.create_user("bob")
    for user in (ada, bob):
        make_api_token(user=user, name="nightly", now=NOON)

    change(client, ada, mail)

    assert sign_in(Client(), "ada", NEW)
    assert [token.user for token in ApiToken.objects.all()] == [bob]


def test_a_stronger_hash_of_the_same_password_revokes_none(client, ada, settings):
    make_api_token(user=ada, name="nightly", now=NOON)
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.ScryptPasswordHasher",
        *settings.PASSWORD_HASHERS,
    ]

    assert sign_in(Client(), "ada", OLD)

    ada.refresh_from_db()
    assert ada.password.startswith("scrypt")
    assert ApiToken.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"old_password": "x"}, "Your old password was entered incorrectly"),
        ({"new_password1": "ada", "new_password2": "ada"}, "fewer than 12 characters"),
        ({"new_password2": "x"}, "match"),
    ],
)
def test_a_bad_password_is_told(client, ada, change, told):
    form = {"old_password": OLD, "new_password1": NEW, "new_password2": NEW, **change}

    response = client.post(f"{ACCOUNT}password/", form)

    assert response.status_code == 400
    assert told in text(response)
    ada.refresh_from_db()
    assert ada.check_password(OLD)


def test_a_token_is_shown_once_and_revoked(client, ada):
    page = text(client.post(f"{ACCOUNT}tokens/", {"name": "nightly", "lasts": "90"}))

    (token,) = re.findall(r'<code id="secret">([\w-]{43})</code>', page)
    listed = text(client.get(ACCOUNT))
    assert "nightly" in listed
    assert token not in listed
    client.post(f"{ACCOUNT}tokens/{ApiToken.objects.get().pk}/revoke/")
    assert "nightly" not in text(client.get(ACCOUNT)).split("There is none yet")[1]


def test_a_second_token_of_a_name_is_refused(client, ada):
    for status in (200, 400):
        form = {"name": "nightly", "lasts": ""}
        assert client.post(f"{ACCOUNT}tokens/", form).status_code == status


def test_known_and_unknown_addresses_get_the_same_answer(client, ada, mail):
    answers = [
        client.post(FORGOTTEN, {"email": email}, follow=True)
        for email in ("ada@example.org", "nobody@example.org")
    ]

    pages = [re.sub('value="[^"]*"', "", text(answer)) for answer in answers]
    assert pages[0] == pages[1]
    assert [message.to for message in mail] == [["ada@example.org"]]


def test_the_link_of_the_mail_sets_a_password_once(client, ada, mail, settings):
    settings.SITE_URL = "https://study.example.org"
    Client().post(FORGOTTEN, {"email": "ada@example.org"})
    (link,) = re.findall(r"https://study\.example\.org(/\S+)", mail[0].body)
    visitor = Client()
    form = visitor.get(link, follow=True)

    done = visitor.post(
        form.redirect_chain[-1][0],
        {"new_password1": NEW, "new_password2": NEW},
        follow=True,
    )

    assert "Your new password is set." in text(done)
    assert sign_in(Client(), "ada", NEW)
    assert client.get(ACCOUNT).status_code == 302
    assert "not valid any longer" in text(Client().get(link, follow=True))


def test_without_mail_the_page_says_whom_to_ask(client, mailoutbox):
    page = text(client.get(FORGOTTEN))

    assert "Ask an administrator" in page
    assert "<form" not in page.split("</header>")[1]
    client.post(FORGOTTEN, {"email": "ada@example.org"})
    assert mailoutbox == []


def test_administrators_find_accounts(admin_client, ada):
    assert "ada@example.org" in text(admin_client.get(ACCOUNTS))
    assert "ada@example.org" in text(
        admin_client.get(ACCOUNTS, {"search": "EXAMPLE.o"})
    )
    assert "Nobody’s name" in text(admin_client.get(ACCOUNTS, {"search": "zzz"}))
    sorted_page = text(admin_client.get(ACCOUNTS, {"sort": "last-seen"}))
    assert 'aria-sort="descending"' in sorted_page


def test_a_new_account_sets_its_password_by_a_link(admin_client, django_user_model):
    form = {"username": "bob", "name": "Bob", "email": "", "is_administrator": ""}

    page = text(admin_client.post(f"{ACCOUNTS}new/", form))

    (link,) = re.findall(r"http://testserver(/dashboard/password/\S+?/)<", page)
    bob = django_user_model.objects.get(username="bob")
    assert (bob.is_staff, bob.is_superuser, bob.has_usable_password()) == (False,) * 3
    visitor = Client()
    address = visitor.get(link, follow=True).redirect_chain[-1][0]
    visitor.post(address, {"new_password1": NEW, "new_password2": NEW})
    assert sign_in(visitor, "bob", NEW)


def test_an_administrator_can_make_another_and_no_name_twice(
    admin_client, django_user_model
):
    form = {"username": "bob", "is_administrator": "yes"}

    assert admin_client.post(f"{ACCOUNTS}new/", form).status_code == 200
    again = admin_client.post(f"{ACCOUNTS}new/", {**form, "username": "BOB"})

    assert django_user_model.objects.get(username="bob").is_superuser
    assert again.status_code == 400
    assert "This name is taken." in text(again)


def test_a_closed_account_is_out_at_once_until_it_is_opened(admin_client, client, ada):
    admin_client.post(f"{ACCOUNTS}{ada.pk}/close/")

    assert client.get(ACCOUNT).status_code == 302
    assert not sign_in(Client(), "ada", OLD)
    refused = admin_client.post(f"{ACCOUNTS}{ada.pk}/link/", follow=True)
    assert "open it again first" in text(refused)
    admin_client.post(f"{ACCOUNTS}{ada.pk}/reopen/")
    assert sign_in(Client(), "ada", OLD)


def test_a_link_from_before_sets_no_password_of_a_closed_account(client, ada):
    link = reverse("dashboard:set_password", args=make_reset_key(ada))
    close_account(account_id=ada.pk, closed_by=None)

    page = text(Client().get(link, follow=True))

    assert "not valid any longer" in page
    assert "new_password1" not in page


def test_the_name_of_an_account_is_of_one_script(admin_client, django_user_model):
    form = {"username": "\N{CYRILLIC SMALL LETTER A}da", "is_administrator": ""}

    refused = admin_client.post(f"{ACCOUNTS}new/", form)

    assert refused.status_code == 400
    assert "valid username" in text(refused)
    assert not django_user_model.objects.filter(username=form["username"]).exists()


def test_nobody_closes_their_own_account(admin_client, admin_user):
    page = admin_client.post(f"{ACCOUNTS}{admin_user.pk}/close/", follow=True)

    assert "You cannot close your own account." in text(page)
    admin_user.refresh_from_db()
    assert admin_user.is_active


@pytest.mark.parametrize("n_more", [0, 30])
def test_more_accounts_take_no_more_queries(
    admin_client, n_more, django_user_model, django_assert_num_queries
):
    for number in range(n_more):
        django_user_model.objects.create_user(f"somebody-{number}")

    with django_assert_num_queries(4):
        admin_client.get(ACCOUNTS)


def test_administrators_and_owners_read_how_mail_is_set_up(
    admin_client, study, settings
):
    pages = ("/dashboard/accounts/", "/dashboard/studies/study/team/")
    settings.EMAIL_HOST_PASSWORD = "hidden-word"
    for page in pages:
        settings.EMAIL_HOST = ""
        told = admin_client.get(page).content.decode()
        assert "Mail: not sent" in told
        assert "EMAIL_HOST" in told
        settings.EMAIL_HOST = "smtp.example.org"
        told = admin_client.get(page).content.decode()
        assert "<code>smtp.example.org</code>" in told
        assert "hidden-word" not in told


TEST_MAIL = f"{ACCOUNTS}test-mail/"


def test_administrators_send_themselves_a_test_mail(admin_client, mail):
    page = text(admin_client.get(ACCOUNTS))
    assert "Send a test mail to admin@example.com" in page

    told = text(admin_client.post(TEST_MAIL, follow=True))

    assert "took a test mail to admin@example.com" in told
    assert [sent.to for sent in mail] == [["admin@example.com"]]


def test_a_test_mail_needs_an_address_and_a_server(
    admin_client, admin_user, mail, settings
):
    admin_user.email = ""
    admin_user.save()
    assert "write your e-mail address" in text(admin_client.get(ACCOUNTS))
    assert "no e-mail address" in text(admin_client.post(TEST_MAIL, follow=True))

    settings.EMAIL_HOST = ""
    assert "test mail" not in text(admin_client.get(ACCOUNTS))
    assert "set EMAIL_HOST first" in text(admin_client.post(TEST_MAIL, follow=True))
    assert mail == []
