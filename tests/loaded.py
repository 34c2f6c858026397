"""Imported, it has imported what a server and a worker would; nothing is connected.

But for ``config.wsgi``, which limits how long statements take: not those of a worker.
"""

import django
from django.conf import settings
from django.db import connections
from django.utils.module_loading import import_string

django.setup()

import gunicorn.app.wsgiapp  # noqa: E402, F401

import studies.management.commands.work  # noqa: E402, F401
from config.gunicorn import load_pages  # noqa: E402

for middleware in settings.MIDDLEWARE:
    import_string(middleware)
load_pages()

# Forks would share it.
assert not any(each.connection for each in connections.all(initialized_only=True))
