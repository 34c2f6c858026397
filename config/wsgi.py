"""The WSGI application that gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

# Needs the apps to be loaded; gunicorn runs no system checks.
from studies.checks import refuse_incomplete_decks  # noqa: E402

refuse_incomplete_decks()
