"""The operator's guide names what there is, and nothing else."""

import configparser
import re
import shlex
from pathlib import Path

import pytest
import yaml
from django.core.management import get_commands

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "deployment.md").read_text(encoding="utf-8")
READ = re.compile(r'(?:env\.\w+|environ\.get|read_\w+)\(\s*(?:[\w.]+, )?"([A-Z_]+)"')
NAMED = re.compile(r"`([A-Z][A-Z_]+)(?:=[^`]*)?`")
UNITS = re.findall(r"```ini\n(.*?)```", GUIDE, re.DOTALL)
# What the tests alone set.
OF_TESTS = {"TEST_DATABASE"}
# What the image or compose itself decides.
DECIDED = {
    *("BIND", "DATABASE_URL", "DEBUG", "SECURE_SSL_REDIRECT"),
    *("EXPORT_FOLDER", "STATIC_ROOT"),
    # Two servers at one address: containers have one each.
    "TAKE_OVER",
    # Of one's own machine alone.
    *("MTURK_ENDPOINT", "PROLIFIC_ENDPOINT"),
}


def variables_read():
    texts = [path.read_text() for path in ROOT.glob("config/*.py")]
    return {name for text in texts for name in READ.findall(text)} - OF_TESTS


def test_the_guide_names_every_variable_that_is_read():
    read = variables_read()

    assert len(read) > 20
    assert read - set(NAMED.findall(GUIDE)) == set()


def test_compose_sets_or_hands_on_every_variable():
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    given = {name for service in services.values() for name in service["environment"]}
    # A secret is given as the file that it is in.
    known = given | {name.removesuffix("_FILE") for name in given}

    assert variables_read() - DECIDED - known == set()


def test_every_command_of_the_guide_exists():
    commands = re.findall(r"manage\.py (\w+)", GUIDE)

    assert len(commands) > 6
    assert set(commands) <= set(get_commands())


@pytest.mark.parametrize("text", UNITS)
def test_the_units_of_the_guide_start_what_there_is(text):
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str
    unit.read_string(text)

    program, *arguments = shlex.split(unit["Service"]["ExecStart"])

    # A template has one folder for each version.
    assert program.replace("/%i/", "/").startswith("/opt/forgetmenot/.venv/bin/")
    files = [name for name in arguments if name.endswith(".py")]
    assert len(files) == 1
    assert (ROOT / files[0]).exists()
