"""`teaching` on its own, where there is nothing but numpy and scipy."""

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import teaching
from tests.deployment.packages import link
from tests.server import ROOT

FOLDER = ROOT / "teaching"
BUILD = "import sys; from setuptools import build_meta as b; b.build_wheel(sys.argv[1])"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Built from a copy: building leaves things behind."""
    root = tmp_path_factory.mktemp("distribution")
    copy = root / "source"
    shutil.copytree(FOLDER, copy, ignore=shutil.ignore_patterns("__pycache__"))
    run(sys.executable, "-c", BUILD, str(root), cwd=copy, env=None)
    (built,) = root.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel):
    """The Python of an environment with the wheel, numpy and scipy."""
    venv = wheel.parent / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", str(venv))
    for requirement in requirements(wheel):
        if requirement.marker is None:
            link(requirement, venv)
    uv = Path(sys.executable).with_name("uv")
    offline = [uv, "pip", "install", "-q", "--offline", "--no-deps", "--no-cache"]
    run(*offline, "--python", venv / "bin" / "python", wheel)
    return venv / "bin" / "python"


NOTHING_TO_INHERIT: dict[str, str] = {}


def run(*command, cwd=None, code=0, env=NOTHING_TO_INHERIT):
    done = subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def requirements(wheel):
    return [Requirement(r) for r in metadata(wheel).get_all("Requires-Dist")]


def metadata(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [n for n in archive.namelist() if n.endswith("dist-info/METADATA")]
        return Parser().parsestr(archive.read(name).decode())


def test_it_needs_numpy_and_scipy_and_more_for_figures_and_sweeps(wheel):
    def needed(extra=""):
        known = requirements(wheel)
        return {r.name for r in known if str(r.marker or "") == extra}

    assert needed() == {"numpy", "scipy"}
    sweeps = needed('extra == "sweeps"')
    assert sweeps == {"joblib", "threadpoolctl", "tqdm"}
    assert needed('extra == "figures"') == sweeps | {"matplotlib"}
    assert needed('extra == "cluster"') == sweeps | {"distributed"}
    assert metadata(wheel)["Version"] == teaching.__version__
    assert metadata(wheel)["License-Expression"] == "MIT"


def test_it_has_all_of_the_package_and_nothing_else(wheel):
    modules = {path.relative_to(ROOT).as_posix() for path in FOLDER.rglob("*.py")}

    with zipfile.ZipFile(wheel) as archive:
        packed = {n for n in archive.namelist() if ".dist-info/" not in n}

    assert packed == modules | {"teaching/py.typed"}


def test_it_works_where_there_is_nothing_else(python, tmp_path):
    examples = "import doctest, teaching.simulation as s; print(doctest.testmod(s))"

    assert "failed=0" in run(python, "-c", examples, cwd=tmp_path)
    assert "0.62206" in run(python, "-m", "teaching", "toy", cwd=tmp_path)


@pytest.mark.parametrize(
    ("command", "extra"), [("figures", "figures"), ("sweep", "sweeps")]
)
def test_without_an_extra_it_says_what_is_missing(python, tmp_path, command, extra):
    said = run(python, "-m", "teaching", command, cwd=tmp_path, code=2)

    assert re.fullmatch(
        rf"teaching {command}: {extra} need \w+: pip install "
        rf"'forgetmenot-teaching\[{extra}\]'\n",
        said,
    )


def test_the_servers_have_no_cluster():
    lines = (ROOT / "requirements.txt").read_text().splitlines()

    assert [line for line in lines if re.match(r"(dask|distributed)==", line)] == []


def test_the_licence_is_the_projects():
    assert (FOLDER / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()


def test_the_app_requires_it_and_does_not_pack_it():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())

    needed = {Requirement(r).name for r in settings["project"]["dependencies"]}
    packed = settings["tool"]["setuptools"]["packages"]["find"]["include"]
    assert "forgetmenot-teaching" in needed
    assert not [pattern for pattern in packed if pattern.startswith("teaching")]


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
def test_locks_leave_it_out(lock):
    lines = (ROOT / lock).read_text().splitlines()
    locked = {canonicalize_name(line.split("==")[0]) for line in lines if "==" in line}

    assert "numpy" in locked
    assert "forgetmenot-teaching" not in locked
