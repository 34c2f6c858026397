"""The empty dashboard that the researcher's guide begins with: python -m docs.desk."""

import django

django.setup()

from django.core.management import call_command  # noqa: E402

from docs.tour import PASSWORD, USERNAME  # noqa: E402
from studies.services.team.accounts import create_account  # noqa: E402


def fill() -> None:
    call_command("load_decks", verbosity=0)
    seat_researcher()


def seat_researcher() -> None:
    create_account(username=USERNAME, name="Ada Quill", password=PASSWORD)


if __name__ == "__main__":
    fill()
