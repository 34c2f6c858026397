"""The image as its Dockerfile makes it, in production mode, on PostgreSQL."""

import os
import re
import shlex
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

import httpx
import psycopg
import yaml

from bench.pages import hidden_fields
from tests.deployment.compose import read_services
from tests.deployment.dockerfile import build, run
from tests.postgres import cluster
from tests.server import ROOT, free_port, wait_for

HOST = "study.example.org"
SECRETS = {
    "POSTGRES_PASSWORD": "p@ss/w:rd#%",
    "ADMIN_PASSWORD": "$correct@horse/battery",
}
VARIABLES = {
    "SITE": HOST,
    # As in the `.env` of `make run`, which compose reads as well.
    "FORGETMENOT_ENV": "local",
    "DATABASE_URL": "sqlite:///somewhere.sqlite3",
    "MTURK_ENDPOINT": "http://localhost:8090",
    "PROLIFIC_ENDPOINT": "http://127.0.0.1:8091",
}
COMPOSE = ROOT / "docker-compose.yml"
MAKE_SECRETS = ROOT / "deploy" / "secrets.sh"
BUILT_IN = "http://localhost:8000"
HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")


def test_the_image_serves_participants_and_researchers():
    """One test for all of it: the image is built and started once."""
    with image() as stage, services(stage) as service, served(stage, service) as server:
        run(stage, [part.replace(BUILT_IN, server) for part in stage.healthcheck])
        with asked_by_a_proxy(server) as site:
            front_page, card = site.get("/"), take_the_first_card(site)
            offers_the_demos(front_page)
            shows_its_picture(site, card)
            has_static_files_under_their_hashes(site, front_page.text + card.text)
            imports_modules_under_their_hashes(site, card.text)
            signs_in(site)
            meets_a_missing_address(site)
        is_told_what_to_do_without_a_proxy(server)


@contextmanager
def image():
    with tempfile.TemporaryDirectory(prefix="forgetmenot-image-") as root:
        yield build(ROOT, Path(root))


@contextmanager
def services(stage):
    """Compose's services, with a PostgreSQL of the test's own for their database."""
    with cluster(password=SECRETS["POSTGRES_PASSWORD"]) as variables:
        socket = variables["PGHOST"]
        _create_database(socket)
        make_secrets(stage.path("/run/secrets"))
        services = read_services(COMPOSE, VARIABLES)
        for service in services.values():
            given = service["environment"]
            given.update({name: stage.mapped(given[name]) for name in given})
            given["POSTGRES_HOST"] = socket
        yield services


def make_secrets(folder: Path) -> None:
    folder.mkdir(parents=True)
    told = {"PATH": os.environ["PATH"], **SECRETS, "SECRETS_FOLDER": str(folder)}
    subprocess.run(["sh", MAKE_SECRETS], env=told, check=True, cwd=ROOT)


def _create_database(host: str) -> None:
    with psycopg.connect(
        host=host,
        user="forgetmenot",
        dbname="postgres",
        password=SECRETS["POSTGRES_PASSWORD"],
        autocommit=True,
    ) as connection:
        connection.execute("CREATE DATABASE forgetmenot")


@contextmanager
def served(stage, services):
    """The address of the image's own command, after compose's preparations."""
    prepare, web = services["prepare"], services["web"]
    run(stage, shlex.split(prepare["command"]), **prepare["environment"])
    port = free_port()
    process = subprocess.Popen(
        stage.command,
        cwd=stage.path(""),
        env={**stage.environment, **web["environment"], "BIND": f"127.0.0.1:{port}"},
    )
    try:
        wait_for(f"http://localhost:{port}/healthz")
        yield f"http://localhost:{port}"
    finally:
        process.terminate()
        process.wait(timeout=30)


def asked_by_a_proxy(server) -> httpx.Client:
    headers = {"Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": "::1"}
    return httpx.Client(base_url=server, headers=headers, timeout=20)


def take_the_first_card(site) -> httpx.Response:
    link = "/join/german-quick/"
    assert site.get(link).status_code == 200
    address = site.post(link, data={"consent": "yes", "nonce": "n"}).headers["Location"]
    for _ in range(2):
        key = hidden_fields(site.get(address).text)
        site.post(f"{address}continue/", data=key)
    return site.get(address)


def offers_the_demos(page) -> None:
    assert page.status_code == 200
    assert "/join/german-quick/" in page.text


def shows_its_picture(site, card) -> None:
    assert 'data-page="card"' in card.text
    picture = site.get(re.search(r'"(/pictures/[^"]+)"', card.text)[1])
    assert picture.status_code == 200
    assert picture.headers["Content-Type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")


def has_static_files_under_their_hashes(site, pages: str) -> None:
    addresses = set(re.findall(r'"(/static/[^"]+)"', pages))
    assert {Path(name).suffix for name in addresses} == {".css", ".js", ".svg"}
    for address in addresses:
        file = site.get(address)
        assert HASHED.search(address)
        assert file.status_code == 200
        assert "immutable" in file.headers["Cache-Control"]


def imports_modules_under_their_hashes(site, card: str) -> None:
    (module,) = re.findall(r'"(/static/js/main\.[^"]+)"', card)
    imported = re.findall(r'from "\./([^"]+)"', site.get(module).text)
    assert imported
    for name in imported:
        assert HASHED.search(name)
        assert site.get(f"/static/js/{name}").status_code == 200


def signs_in(site):
    form = site.get("/dashboard/sign-in/")
    (token,) = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', form.text)
    headers = {
        "Cookie": form.headers["Set-Cookie"].partition(";")[0],
        "Origin": f"https://{HOST}",
        "Referer": f"https://{HOST}/dashboard/sign-in/",
    }
    sent = {"username": "researcher", "password": SECRETS["ADMIN_PASSWORD"]}

    answer = site.post(
        "/dashboard/sign-in/?next=/admin/",
        data={**sent, "csrfmiddlewaretoken": token},
        headers=headers,
    )

    cookies = answer.headers.get_list("Set-Cookie")
    session = next(text for text in cookies if text.startswith("sessionid="))
    assert answer.status_code == 302
    assert "Secure" in session
    inside = site.get("/admin/", headers={"Cookie": session.partition(";")[0]})
    assert "Log out" in inside.text


def meets_a_missing_address(site):
    page = site.get("/nowhere", headers={"Accept-Language": "de"})

    assert page.status_code == 404
    assert "Diese Seite gibt es nicht" in page.text


def is_told_what_to_do_without_a_proxy(server):
    page = httpx.get(server, headers={"Host": HOST})

    assert page.status_code == 503
    assert "BEHIND_TLS_PROXY=true" in page.text


def test_the_proxy_alone_is_reached_from_outside():
    service = read_services(COMPOSE, VARIABLES)

    published = {name: each.get("ports", []) for name, each in service.items()}
    assert published.pop("proxy") == ["80:80", "443:443", "443:443/udp"]
    assert not any(published.values())
    assert service["web"]["environment"]["BEHIND_TLS_PROXY"] == "true"


def test_compose_is_production_whatever_the_env_of_make_run_says():
    service = read_services(COMPOSE, VARIABLES)

    for name in ("prepare", "web", "work"):
        assert service[name]["environment"]["FORGETMENOT_ENV"] == "production"


def test_compose_hands_on_what_the_guide_lets_one_set():
    chosen = {"CSRF_TRUSTED_ORIGINS": "https://example.org", "WEB_THREADS": "6"}

    web = read_services(COMPOSE, {**VARIABLES, **chosen})["web"]

    assert chosen.items() <= web["environment"].items()
    assert "ACCESS_LOG" not in web["environment"]


def test_every_secret_is_a_file_that_one_command_makes_once(tmp_path):
    make_secrets(tmp_path / "secrets")
    first = {file.name: file.read_text() for file in (tmp_path / "secrets").iterdir()}
    told = {**os.environ, "SECRETS_FOLDER": str(tmp_path / "secrets")}
    subprocess.run(["sh", MAKE_SECRETS], env=told, check=True, cwd=ROOT)

    declared = yaml.safe_load(COMPOSE.read_text())["secrets"]
    assert first.keys() == declared.keys()
    assert first["admin_password"] == SECRETS["ADMIN_PASSWORD"] + "\n"
    for name, text in first.items():
        assert (tmp_path / "secrets" / name).read_text() == text
    assert (tmp_path / "secrets").stat().st_mode & 0o077 == 0


def test_every_service_reads_the_secrets_that_it_is_given():
    for name, service in read_services(COMPOSE, VARIABLES).items():
        named = {
            value.removeprefix("/run/secrets/")
            for value in service["environment"].values()
            if value.startswith("/run/secrets/")
        }
        assert named == set(service.get("secrets", [])), name


def test_every_service_that_stays_says_how_it_is():
    services = read_services(COMPOSE, VARIABLES)

    # The image has one of its own, which fits the web server.
    silent = {name for name, each in services.items() if "healthcheck" not in each}
    assert silent == {"web"}
    assert {
        name
        for name, each in services.items()
        if each.get("healthcheck") == {"disable": True}
    } == {"prepare"}
