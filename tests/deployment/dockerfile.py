"""Follows a Dockerfile's own lines in a temporary root, without a container.

Absolute folders are mapped into the root, and the image's user is whoever runs the
tests. Each stage has a folder of its own, as in a real build.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.deployment.packages import install

# An absolute path; what follows a letter, a colon or a slash is part of another one.
ABSOLUTE = re.compile(r"(?<![\w./:$-])/(?=\w)")
VARIABLE = re.compile(r"\$\{?(\w+)\}?")


@dataclass
class Stage:
    """A folder that stands for the file system of an image."""

    root: Path
    environment: dict[str, str] = field(default_factory=dict)
    folder: str = "/"
    command: list[str] = field(default_factory=list)
    healthcheck: list[str] = field(default_factory=list)

    def path(self, name: str) -> Path:
        """Where ``name`` lies, seen from the stage's working folder."""
        return self.root / os.path.join(self.folder, name).lstrip("/")

    def mapped(self, text: str) -> str:
        return ABSOLUTE.sub(f"{self.root}/", text)


def start_stage(root: Path) -> Stage:
    """A stage whose base image has a python without packages, and little else."""
    programs = root / "usr" / "local" / "bin"
    programs.mkdir(parents=True)
    python = programs / "python"
    python.write_text(f'#!/bin/sh\nexec {sys._base_executable} "$@"\n')
    python.chmod(0o755)
    return Stage(root, {"PATH": f"{programs}:/usr/bin:/bin", "HOME": str(root)})


def build(context: Path, root: Path) -> Stage:
    """The last stage of the Dockerfile in ``context``, with all its lines followed."""
    stages: dict[str, Stage] = {}
    for word, rest in instructions((context / "Dockerfile").read_text()):
        if word == "FROM":
            name = rest.partition(" AS ")[2] or f"stage-{len(stages)}"
            stage = stages[name] = start_stage(root / name)
        else:
            FOLLOW[word](stage, rest, context, stages)
    _forget(stage, stages)
    return stage


def _forget(last: Stage, stages: dict[str, Stage]) -> None:
    """Remove the other stages: nothing of them is in the image."""
    for stage in stages.values():
        if stage is not last:
            shutil.rmtree(stage.root)


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """Each instruction and what it says, comments left out and long lines joined."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    for line in re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines():
        if line.strip():
            word, _, rest = line.strip().partition(" ")
            yield word.upper(), rest.strip()


def _env(stage: Stage, rest: str, *_) -> None:
    seen = dict(stage.environment)
    for pair in shlex.split(rest):
        name, _, value = pair.partition("=")
        stage.environment[name] = VARIABLE.sub(
            lambda match: seen.get(match[1], ""), stage.mapped(value)
        )


def _workdir(stage: Stage, rest: str, *_) -> None:
    stage.folder = os.path.join(stage.folder, rest)
    stage.path("").mkdir(parents=True, exist_ok=True)


def _copy(stage: Stage, rest: str, context: Path, stages: dict[str, Stage]) -> None:
    *sources, target = rest.split()
    if sources[0].startswith("--from="):
        origin = stages[sources.pop(0).removeprefix("--from=")]
        for source in sources:
            shutil.copytree(origin.path(source), stage.path(target), symlinks=True)
        _move_programs(stage.path(target), origin.root, stage.root)
        return
    is_sent = read_ignore_file(context / ".dockerignore")
    for source in sources:
        _copy_sent(context, source, stage, target, is_sent)


def _move_programs(folder: Path, before: Path, after: Path) -> None:
    """In an image both stages have the same paths, which scripts have in them."""
    for path in folder.rglob("bin/*"):
        if not path.is_symlink():
            path.write_text(path.read_text().replace(str(before), str(after)))


def _copy_sent(context, source, stage, target, is_sent) -> None:
    """Copy what is sent to the build: a folder's content, or a file."""
    origin = context / source
    files = [path for path in origin.rglob("*") if path.is_file()] or [origin]
    sent = [path for path in files if is_sent(path.relative_to(context).as_posix())]
    assert sent, f"COPY {source}: .dockerignore keeps all of it back"
    for path in sent:
        inside = path.relative_to(origin) if origin.is_dir() else Path()
        goal = stage.path(target) / inside
        if target.endswith("/"):
            goal = stage.path(target) / path.name
        goal.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, goal)


def read_ignore_file(path: Path):
    """Whether a file is sent to the build, by the last line that speaks of it."""
    rules = []
    for line in filter(None, map(str.strip, path.read_text().splitlines())):
        pattern = re.escape(line.lstrip("!").strip("/"))
        pattern = pattern.replace(r"\*\*/", "(.*/)?").replace(r"\*", "[^/]*")
        rules.append((re.compile(f"{pattern}(/.*)?"), line.startswith("!")))

    def is_sent(name: str) -> bool:
        verdicts = [sent for pattern, sent in rules if pattern.fullmatch(name)]
        return verdicts[-1] if verdicts else True

    return is_sent


def _run(stage: Stage, rest: str, *_) -> None:
    if rest.startswith(("useradd ", "apt-get ")):
        return
    if "pip install" in rest:
        # The locked packages are installed already: downloading them again would
        # cost minutes.
        venv = Path(stage.mapped(rest.split("/bin/pip")[0]))
        install(Path(stage.mapped(rest.split(" -r ")[1])), venv)
        return
    # Nothing is installed with pip here, and unpacking it takes seconds.
    command = rest.replace("-m venv", "-m venv --without-pip")
    run(stage, ["sh", "-c", stage.mapped(command)])


def run(stage: Stage, command: list[str], **more: str) -> str:
    """What ``command`` prints in the image; it must succeed."""
    done = subprocess.run(
        command,
        cwd=stage.path(""),
        env={**stage.environment, **more},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def _cmd(stage: Stage, rest: str, *_) -> None:
    stage.command = json.loads(rest)


def _healthcheck(stage: Stage, rest: str, *_) -> None:
    stage.healthcheck = json.loads(rest.partition(" CMD ")[2])


def _nothing(*_) -> None:
    """The user is whoever runs the tests, and a port is opened by the command."""


FOLLOW = {
    # Only what apt-get installs depends on one.
    "ARG": _nothing,
    "ENV": _env,
    "WORKDIR": _workdir,
    "COPY": _copy,
    "RUN": _run,
    "CMD": _cmd,
    "HEALTHCHECK": _healthcheck,
    "USER": _nothing,
    "EXPOSE": _nothing,
}
