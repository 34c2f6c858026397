"""A live study for workers, at a quick pace: python -m tests.browser.hit."""

import django

django.setup()

from django.contrib.auth.models import User  # noqa: E402

from docs.hit_tour import DESIGN  # noqa: E402
from docs.tour import PASSWORD, USERNAME  # noqa: E402
from studies.models import Membership  # noqa: E402
from studies.services.team.accounts import create_account  # noqa: E402
from tests.browser.prepare import deck  # noqa: E402
from tests.studies.factories import WORDS, make_study  # noqa: E402


def fill() -> None:
    create_account(username=USERNAME, name="Ada Quill", password=PASSWORD)
    study = make_study(
        **DESIGN,
        title="Words",
        recruiters=["mturk"],
        recruiter_options={},
        deck_version=deck("words", WORDS),
        questionnaire=None,
    )
    owner = User.objects.get(username=USERNAME)
    Membership.objects.create(study=study, user=owner, role="owner")


if __name__ == "__main__":
    fill()
