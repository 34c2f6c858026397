"""Limits of how often somebody may come."""

import runpy
from itertools import pairwise

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from hypothesis import given
from hypothesis import strategies as st

from config import rates
from config.middleware import RateMiddleware
from config.rates import Limiter, Rate
from studies.visitors import neighbourhood
from tests.server import ROOT

TIMES = st.lists(st.floats(0, 50), min_size=1, max_size=60).map(sorted)


def let_in(limiter, times, key="somebody"):
    return [at for at in times if not limiter.seconds_to_wait(key, now=at)]


def test_all_may_come_at_once_and_then_one_by_one():
    limiter = Limiter(Rate(3, 30))

    assert let_in(limiter, [0, 0, 0, 0, 9.9, 10, 10.1, 20]) == [0, 0, 0, 10, 20]


@given(TIMES, st.integers(1, 5), st.sampled_from([1.0, 8.0, 30.0]))
def test_never_more_than_twice_the_number_in_any_window(times, n_allowed, seconds):
    came = let_in(Limiter(Rate(n_allowed, seconds)), times)

    for start in came:
        n_within = sum(start <= at < start + seconds for at in came)
        assert n_within < 2 * n_allowed + 1


@given(TIMES, st.integers(1, 5))
def test_who_waits_as_told_is_let_in(times, n_allowed):
    limiter = Limiter(Rate(n_allowed, 10))
    for at in times:
        if seconds := limiter.seconds_to_wait("x", now=at):
            assert not limiter.seconds_to_wait("x", now=at + seconds)
            return


@given(TIMES)
def test_who_comes_at_the_rate_is_never_stopped(times):
    rate = Rate(4, 10)
    spread = [at + rate.interval * n for n, at in enumerate(times)]
    assert all(b - a >= rate.interval - 1e-9 for a, b in pairwise(spread))

    assert let_in(Limiter(rate), spread) == spread


def test_keys_do_not_know_each_other():
    limiter = Limiter(Rate(1, 10))

    assert [limiter.seconds_to_wait(key, now=0) > 0 for key in "aab"] == [
        False,
        True,
        False,
    ]


def test_what_was_not_seen_for_longest_is_forgotten(monkeypatch):
    monkeypatch.setattr(rates, "MOST_KEYS", 2)
    limiter = Limiter(Rate(1, 10))
    for key in "abc":
        limiter.seconds_to_wait(key, now=0)

    assert not limiter.seconds_to_wait("a", now=1)
    assert limiter.seconds_to_wait("c", now=1)


@pytest.fixture
def site(settings):
    settings.REQUESTS_PER_SESSION, settings.JOINS_PER_ADDRESS = 3, 50
    settings.REQUESTS_PER_API_TOKEN = 2
    return RateMiddleware(lambda request: HttpResponse("in"))


def statuses(site, n, ask):
    return [site(ask()).status_code for _ in range(n)]


@pytest.mark.parametrize("path", ["/s/token/", "/api/v1/sessions/token/answers/"])
def test_a_session_that_asks_too_often_is_told_to_wait(site, path):
    ask = RequestFactory().get

    assert statuses(site, 4, lambda: ask(path)) == [200, 200, 200, 429]
    assert 1 <= int(site(ask(path))["Retry-After"]) <= 10
    assert site(ask("/s/another/")).status_code == 200


def test_a_lab_may_join_from_one_address_but_not_without_end(site):
    ask = RequestFactory().post

    codes = statuses(site, 51, lambda: ask("/join/words/", {"consent": "1"}))

    assert codes == [200] * 50 + [429]
    assert site(ask("/api/v1/sessions/")).status_code == 429
    other = ask("/join/words/", REMOTE_ADDR="203.0.113.9")
    assert site(other).status_code == 200


def test_a_program_is_limited_by_its_token(site):
    def ask(token):
        headers = {"Authorization": f"Bearer {token}"}
        return RequestFactory().get("/api/v1/studies/", headers=headers)

    assert statuses(site, 3, lambda: ask("one")) == [200, 200, 429]
    assert site(ask("another")).status_code == 200


def test_without_a_token_programs_are_limited_by_address(site):
    ask = RequestFactory().get

    assert statuses(site, 3, lambda: ask("/api/v1/studies/")) == [200, 200, 429]
    other = ask("/api/v1/studies/", REMOTE_ADDR="203.0.113.9")
    assert site(other).status_code == 200


def test_forgotten_passwords_are_limited_by_address(site):
    forgotten = "/dashboard/password/forgotten/"
    ask = RequestFactory()

    assert statuses(site, 11, lambda: ask.post(forgotten)) == [200] * 10 + [429]
    assert site(ask.get(forgotten)).status_code == 200


def test_looking_at_a_link_is_not_limited(site):
    ask = RequestFactory().get

    assert statuses(site, 60, lambda: ask("/join/words/")) == [200] * 60


def test_a_program_is_told_in_json_and_a_person_on_a_page(site):
    ask = RequestFactory().get
    for path in ("/s/t/", "/api/v1/sessions/u/"):
        statuses(site, 3, lambda path=path: ask(path))

    assert "A little slower" in site(ask("/s/t/")).content.decode()
    assert b'"too_many"' in site(ask("/api/v1/sessions/u/")).content


@pytest.fixture
def usual_site(monkeypatch, settings):
    """The limits where nobody has set any, as the tests do for themselves."""
    names = ("REQUESTS_PER_SESSION", "JOINS_PER_ADDRESS", "REQUESTS_PER_API_TOKEN")
    for name in names:
        monkeypatch.delenv(name)
    usual = runpy.run_path(str(ROOT / "config" / "settings.py"))
    for name in names:
        setattr(settings, name, usual[name])
    return RateMiddleware(lambda request: HttpResponse("in"))


def test_unless_told_otherwise_a_lab_of_fifty_joins_and_no_endless_crowd(usual_site):
    ask = RequestFactory().post

    codes = statuses(usual_site, 300, lambda: ask("/api/v1/sessions/"))

    assert codes[:50] == [200] * 50
    assert codes[-100:] == [429] * 100


def test_unless_told_otherwise_nobody_answers_a_hundred_times_at_once(usual_site):
    ask = RequestFactory().post

    codes = statuses(usual_site, 100, lambda: ask("/api/v1/sessions/token/answers/"))

    assert codes[:20] == [200] * 20
    assert codes[-1] == 429


def test_the_site_itself_stops_whoever_asks_too_often(client, db, settings):
    settings.REQUESTS_PER_SESSION, settings.JOINS_PER_ADDRESS = 2, 1

    looks = [client.get("/s/unknown/") for _ in range(3)]
    joins = [client.post("/join/unknown/") for _ in range(2)]

    assert [look.status_code for look in looks] == [404, 404, 429]
    assert [join.status_code for join in joins] == [404, 429]
    assert int(joins[1]["Retry-After"]) > 0


@pytest.mark.parametrize(
    ("address", "known_as"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("", ""),
    ],
)
def test_an_address_is_known_with_those_it_may_change_to(address, known_as):
    request = RequestFactory().get("/", REMOTE_ADDR=address)

    assert neighbourhood(request) == known_as


def test_behind_a_proxy_its_visitors_are_told_apart(settings):
    settings.AXES_IPWARE_PROXY_COUNT = 0
    settings.AXES_IPWARE_META_PRECEDENCE_ORDER = ["HTTP_X_FORWARDED_FOR", "REMOTE_ADDR"]
    forged = {"HTTP_X_FORWARDED_FOR": "192.0.2.1, 198.51.100.7"}
    request = RequestFactory().get("/", **forged)

    assert neighbourhood(request) == "198.51.100.7"
