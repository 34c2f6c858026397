"""The WSGI application that gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

# All of this needs the apps to be loaded.
from django.conf import settings  # noqa: E402
from django.db import connections  # noqa: E402

from config.env import with_time_limit  # noqa: E402
from studies.checks import refuse_incomplete_decks  # noqa: E402

# Gunicorn runs no system checks.
refuse_incomplete_decks()

# Here and not in the settings: an export or a migration may take its time.
for database in connections.settings.values():
    database.update(
        with_time_limit(
            database,
            seconds=settings.STATEMENT_SECONDS,
            n_threads=settings.WEB_THREADS,
        )
    )
