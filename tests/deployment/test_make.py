"""What `make run` does first."""

import shutil
import socket
import subprocess
import sys

import pytest

from tests.server import ROOT, free_port

PYTHON = """#!/bin/sh
echo "$*" >> {calls}
exec {python} "$@"
"""


@pytest.fixture
def calls(tmp_path):
    """The calls of Python in an environment that is set up already."""
    programs = tmp_path / "venv" / "bin"
    programs.mkdir(parents=True)
    python = programs / "python"
    python.write_text(PYTHON.format(calls=tmp_path / "calls", python=sys.executable))
    python.chmod(0o755)
    for made in ("bin/uv", "runtime"):
        (tmp_path / "venv" / made).touch()
    return tmp_path / "calls"


@pytest.fixture
def project(tmp_path):
    """A copy in which nothing of one's own can be changed."""
    folder = tmp_path / "project"
    folder.mkdir()
    for name in ("Makefile", "manage.py", "requirements.txt", "requirements-uv.txt"):
        shutil.copy2(ROOT / name, folder)
    shutil.copytree(ROOT / "config", folder / "config")
    return folder


def test_make_run_changes_nothing_when_its_port_is_taken(calls, project, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            ["make", "run", f"PORT={port}", f"VENV={tmp_path / 'venv'}"],
            cwd=project,
            capture_output=True,
            text=True,
            timeout=60,
        )

    assert done.returncode != 0
    assert f"127.0.0.1:{port} cannot be served: Address already in use" in done.stderr
    assert "make run PORT=" in done.stdout
    assert calls.read_text() == f"-m config.listening 127.0.0.1:{port}\n"
    assert not (project / ".env").exists()


def test_make_run_changes_nothing_when_the_playground_has_no_port(
    calls, project, tmp_path
):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        settings = f"SECRET_KEY=x\nMTURK_ENDPOINT=http://localhost:{port}\n"
        (project / ".env").write_text(settings)
        done = subprocess.run(
            ["make", "run", f"PORT={free_port()}", f"VENV={tmp_path / 'venv'}"],
            cwd=project,
            capture_output=True,
            text=True,
            timeout=60,
        )

    assert done.returncode != 0
    assert f"the playground: http://localhost:{port} in .env." in done.stdout
    assert calls.read_text().endswith(f"-m config.listening 127.0.0.1:{port}\n")
    assert (project / ".env").read_text() == settings
