"""A study that people have taken part in, for the Results page to close.

python -m tests.browser.played
"""

import django

django.setup()

from django.contrib.auth import get_user_model  # noqa: E402

from docs.tour import PASSWORD, USERNAME  # noqa: E402
from studies.models import Membership  # noqa: E402
from studies.models.team import Role  # noqa: E402
from studies.services.team.accounts import create_account  # noqa: E402
from tests.studies.services.results.played import make_played  # noqa: E402


def fill() -> None:
    create_account(username=USERNAME, name="Ada Quill", password=PASSWORD)
    ada = get_user_model().objects.get(username=USERNAME)
    study = make_played(8, finish_seconds=0)
    Membership.objects.create(study=study, user=ada, role=Role.OWNER)


if __name__ == "__main__":
    fill()
