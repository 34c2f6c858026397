"""Locked packages in an environment of their own, linked instead of installed."""

import re
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

SCRIPT = """#!{python}
import sys
from {module} import {function}
sys.exit({function}())
"""
LOCKED = re.compile(r"^[A-Za-z0-9][^\\#]*==[^\\#\n]*", re.MULTILINE)


def install(requirements: Path, venv: Path) -> None:
    """Have the packages that ``requirements`` locks in ``venv``, and no others."""
    for line in LOCKED.findall(requirements.read_text()):
        requirement = Requirement(line.strip())
        if requirement.marker is None or requirement.marker.evaluate():
            link(requirement, venv)


def link(requirement: Requirement, venv: Path) -> None:
    """Have one package in ``venv``, of the version that is asked for."""
    (packages,) = venv.glob("lib/python*/site-packages")
    package = distribution(requirement.name)
    assert requirement.specifier.contains(package.version, prereleases=True), (
        f"{requirement} is locked, {package.version} is installed"
    )
    for file in package.files or []:
        top = file.parts[0]
        if top not in {"..", "__pycache__"} and not (packages / top).exists():
            (packages / top).symlink_to(package.locate_file(top))
    _write_scripts(package, venv / "bin")


def _write_scripts(package: Distribution, programs: Path) -> None:
    for entry in package.entry_points.select(group="console_scripts"):
        path = programs / entry.name
        path.write_text(
            SCRIPT.format(
                python=programs / "python", module=entry.module, function=entry.attr
            )
        )
        path.chmod(0o755)
