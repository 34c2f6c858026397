"""What is wrong with the environment is told in one sentence, whatever is started."""

import os
import re

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.listening import read_address
from config.variables import read_flag, read_number
from tests.server import SERVE
from tests.starting import NOBODYS, Starter

KEY = "g7Qx2-vN8kLw4TzR0bYp6HsJ9mCd3FaUe5iXo1KtWqZrPnVyBh"
PRODUCTION = {
    "PATH": os.environ["PATH"],
    "SECRET_KEY": KEY,
    "ALLOWED_HOSTS": "example.org",
    "DATABASE_URL": "sqlite://",
    "BIND": "127.0.0.1:1",
}
MANAGE = ["manage.py", "check"]
EVERYWHERE = {
    "SECRET_KEY": [("", "got none"), ("short", "got 5 characters")],
    "ALLOWED_HOSTS": [("", "got none"), ("*", r"got \*")],
    "DATABASE_URL": [
        ("", "got none"),
        ("nonsense", "got 'nonsense'"),
        ("mysql://db/x", "got 'mysql://db/x'"),
        ("postgres://db", "got 'postgres://db'"),
        ("postgres://ada:s3/cret@db/x", "got '...@db/x'"),
    ],
    "POSTGRES_PORT": [("x", "got 'x'")],
    "REQUESTS_PER_SESSION": [("x", "got 'x'"), ("0", "got '0'")],
    "JOINS_PER_ADDRESS": [("-1", "got '-1'")],
    "SECONDS_TO_A_PLACE": [("-1", "got '-1'")],
    "PROXY_COUNT": [("one", "got 'one'")],
    "STATEMENT_SECONDS": [("1.5", "got '1.5'")],
    "HSTS_SECONDS": [("1y", "got '1y'")],
    "BEHIND_TLS_PROXY": [("ture", "got 'ture'")],
    "DEBUG": [("true", "got on")],
    "FORGETMENOT_ENV": [("staging", "got 'staging'")],
    "ADMIN_PASSWORD": [("short", "got 5 characters")],
    "SECRET_KEY_FILE": [("/nowhere", "No such file")],
}
OF_THE_SERVER = {
    "WEB_WORKERS": [("two", "got 'two'"), ("0", "got '0'")],
    "WEB_THREADS": [("0", "got '0'")],
    "BIND": [
        ("nonsense", "got 'nonsense'"),
        ("127.0.0.1:http", "got '127.0.0.1:http'"),
        ("127.0.0.1:99999", "got '127.0.0.1:99999'"),
    ],
}


def cases(table):
    return [(name, *case) for name, found in table.items() for case in found]


@pytest.fixture(scope="module")
def start():
    with Starter({**os.environ}, NOBODYS) as starter:
        yield lambda command, **variables: starter.call(
            command, {**PRODUCTION, **variables}
        )


def is_told(done, name, got):
    """One sentence: which variable, what it wants, what it got."""
    sentence = rf"(.*; )?{name} (must|needs) .*{got}.*\.\n"
    return done.returncode != 0 and re.fullmatch(sentence, done.stderr)


@pytest.mark.parametrize(("name", "value", "got"), cases(EVERYWHERE))
def test_a_command_says_which_variable_is_wrong(start, name, value, got):
    more = {"DATABASE_URL": "", "POSTGRES_HOST": "db"} if name[:4] == "POST" else {}

    done = start(MANAGE, **more, **{name: value})

    assert is_told(done, name, got), done.stderr


@pytest.mark.parametrize(
    ("name", "value", "got"),
    [*cases(OF_THE_SERVER), cases(EVERYWHERE)[0]],
)
def test_the_server_says_which_variable_is_wrong(start, name, value, got):
    done = start(SERVE, **{name: value})

    assert is_told(done, name, got), done.stderr


def test_a_server_that_cannot_listen_where_it_should_says_so(start):
    done = start(SERVE, BIND="nowhere.invalid:8000")

    assert done.returncode != 0
    assert "nowhere.invalid:8000 cannot be served" in done.stderr
    assert "Traceback" not in done.stderr


def test_ones_own_machine_needs_a_key_as_well(start):
    done = start(MANAGE, FORGETMENOT_ENV="local", SECRET_KEY="")

    assert is_told(done, "SECRET_KEY", "make run"), done.stderr


@pytest.mark.parametrize("text", ["12", " 12 "])
def test_a_number_is_read(text):
    assert read_number({"N": text}, "N", 3) == 12


@pytest.mark.parametrize("variables", [{}, {"N": ""}])
def test_nothing_is_the_default(variables):
    assert read_number(variables, "N", 3) == 3
    assert read_flag(variables, "N", True)
    assert read_address(variables, "N", "localhost:80") == "localhost:80"


@pytest.mark.parametrize(
    ("text", "is_on"), [("true", True), ("ON", True), ("0", False), ("No", False)]
)
def test_a_flag_is_read(text, is_on):
    assert read_flag({"FLAG": text}, "FLAG", not is_on) == is_on


@pytest.mark.parametrize("text", ["0.0.0.0:80", "[::1]:8000", "unix:/run/web.socket"])
def test_an_address_is_read(text):
    assert read_address({"BIND": text}, "BIND", "") == text


@pytest.mark.parametrize("text", ["", ":80", "localhost", "localhost:0", "unix:"])
def test_what_is_no_address_is_refused(text):
    with pytest.raises(ImproperlyConfigured, match="BIND must be host:port"):
        read_address({"BIND": text}, "BIND", "")
