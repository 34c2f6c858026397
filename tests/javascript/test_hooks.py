import re

import pytest

from tests.javascript.workbench import MODULES
from tests.server import ROOT

HOOK = re.compile(r'\[(data-[a-z-]+)\]|getElementById\("([a-z-]+)"\)')
SCRIPTS = "".join(path.read_text() for path in MODULES.glob("*.js"))
TEMPLATES = "".join(path.read_text() for path in ROOT.glob("templates/**/*.html"))

IMPORTED = sorted(path.name for path in MODULES.glob("*.js") if path.stem != "main")


def test_every_imported_module_is_loaded_ahead():
    ahead = re.findall(r"modulepreload\" href=\"{% static 'js/(\S+)' %}", TEMPLATES)

    assert sorted(ahead) == IMPORTED


@pytest.mark.parametrize(
    "hook", sorted({data or f'id="{name}"' for data, name in HOOK.findall(SCRIPTS)})
)
def test_what_the_modules_look_for_is_in_a_template(hook):
    assert hook in TEMPLATES
