import re

import pytest

from tests.javascript.workbench import MODULES
from tests.server import ROOT

HOOK = re.compile(r'\[(data-[a-z-]+)\]|getElementById\("([a-z-]+)"\)')
SCRIPTS = "".join(path.read_text() for path in MODULES.glob("*.js"))
SOURCES = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("studies/templatetags/*.py")]
TEMPLATES = "".join(path.read_text() for path in SOURCES)
# These are named by pages, and by no other module.
ENTRANCES = {"main.js", "device.js", "once.js"}
IMPORTED = sorted({path.name for path in MODULES.glob("*.js")} - ENTRANCES)


def test_every_imported_module_is_loaded_ahead():
    ahead = re.findall(r"modulepreload\" href=\"{% static 'js/(\S+)' %}", TEMPLATES)

    assert sorted(ahead) == IMPORTED


@pytest.mark.parametrize(
    "hook", sorted({data or f'id="{name}"' for data, name in HOOK.findall(SCRIPTS)})
)
def test_what_the_modules_look_for_is_in_a_template(hook):
    assert hook in TEMPLATES
