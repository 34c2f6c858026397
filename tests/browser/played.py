"""An empty desk, and beside it a study that people have taken part in, to be closed.

python -m tests.browser.played
"""

from docs.desk import fill as fill_desk
from docs.tour import PASSWORD

CLOSES = "lin"
"""Whose study it is."""


def fill() -> None:
    fill_desk()
    from django.contrib.auth import get_user_model

    from studies.models import Membership
    from studies.models.team import Role
    from studies.services.team.accounts import create_account
    from tests.studies.services.results.played import make_played

    create_account(username=CLOSES, name="Lin Wu", password=PASSWORD)
    lin = get_user_model().objects.get(username=CLOSES)
    study = make_played(8, finish_seconds=0)
    Membership.objects.create(study=study, user=lin, role=Role.OWNER)


if __name__ == "__main__":
    fill()
