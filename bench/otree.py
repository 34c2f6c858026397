"""An oTree of a benchmark's own: one text field, many rounds.

It is a peer to measure against, never a dependency: it lives in an environment that is
gone afterwards.
"""

import json
import os
import subprocess
import urllib.request
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from bench.connection import HOST, Connection, Request
from bench.pages import FORM
from bench.servers import Server, free_port, run_server

N_ROUNDS = 40
REQUIREMENT = "otree>=6,<7"
SETTINGS = """
SESSION_CONFIGS = [dict(name="words", app_sequence=["words"], num_demo_participants=1)]
SESSION_CONFIG_DEFAULTS = dict(real_world_currency_per_point=1, participation_fee=0)
LANGUAGE_CODE = "en"
REAL_WORLD_CURRENCY_CODE = "USD"
SECRET_KEY = "only-for-benchmarks"
"""
APP = f"""
from otree.api import *


class C(BaseConstants):
    NAME_IN_URL = "words"
    PLAYERS_PER_GROUP = None
    NUM_ROUNDS = {N_ROUNDS}


class Subsession(BaseSubsession):
    pass


class Group(BaseGroup):
    pass


class Player(BasePlayer):
    answer = models.StringField(label="dog")


class Card(Page):
    form_model = "player"
    form_fields = ["answer"]


page_sequence = [Card]
"""
PAGE = "{{ block content }}{{ formfields }}{{ next_button }}{{ endblock }}"


@contextmanager
def otree(folder: Path) -> Iterator[Server]:
    """A running ``otree prodserver`` in an environment of its own in ``folder``."""
    programs = folder / "environment" / "bin"
    venv.create(programs.parent, with_pip=True)
    subprocess.run(
        [programs / "pip", "install", "-qq", "--no-input", REQUIREMENT], check=True
    )
    project = folder / "project"
    _write_project(project)
    port = free_port()
    with run_server(
        [str(programs / "otree"), "prodserver", f"{HOST}:{port}"],
        port=port,
        folder=folder,
        # It starts a second `otree`, which it looks for on the path.
        environment={
            **os.environ,
            "PATH": f"{programs}:{os.environ['PATH']}",
            "OTREE_PRODUCTION": "1",
        },
        ready="/api/otree_version",
        cwd=project,
    ) as server:
        yield server


def _write_project(project: Path) -> None:
    for name in ("words", "_static", "_templates"):
        (project / name).mkdir(parents=True)
    (project / "settings.py").write_text(SETTINGS)
    (project / "words" / "__init__.py").write_text(APP)
    (project / "words" / "Card.html").write_text(PAGE)


def create_session(server: Server, *, n_participants: int) -> str:
    """The path of the link for everybody."""
    wanted = {"session_config_name": "words", "num_participants": n_participants}
    request = urllib.request.Request(
        f"http://{HOST}:{server.port}/api/sessions",
        json.dumps(wanted).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=120) as reply:
        link: str = json.load(reply)["session_wide_url"]
    return urlsplit(link).path


class OtreePlayer:
    """Somebody who sends oTree's form at once."""

    def __init__(self, connection: Connection, link: str) -> None:
        self._connection = connection
        self._link = link
        self._path = ""

    async def join(self) -> None:
        reply = await self._connection.open(Request(self._link))
        if "/words/Card/" not in reply.path:
            raise RuntimeError(f"oTree sent a participant to {reply.path}")
        self._path = reply.path

    async def answer(self) -> None:
        form = Request(self._path, b"answer=Haus", FORM)
        reply = await self._connection.open(form)
        is_next = "/words/Card/" in reply.path and reply.path != self._path
        if reply.status != 200 or not is_next:
            raise RuntimeError(f"oTree took no answer: {reply.status} {reply.path}")
        self._path = reply.path
