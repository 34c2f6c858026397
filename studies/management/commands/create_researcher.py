from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from studies.errors import StudyError
from studies.services.operations.accounts import ensure_researcher, knows_password


class Command(BaseCommand):
    help = (
        "Create the researcher's account from ADMIN_USERNAME and ADMIN_PASSWORD. "
        "Example: ADMIN_USERNAME=ada ADMIN_PASSWORD=... manage.py create_researcher"
    )

    def handle(self, *args: Any, **options: Any) -> None:
        name, password = settings.ADMIN_USERNAME, settings.ADMIN_PASSWORD
        try:
            is_new = ensure_researcher(username=name, password=password)
        except StudyError as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"{name} {'was created' if is_new else 'exists already'}")
        if not knows_password(username=name, password=password):
            self.stdout.write(
                f"with another password than ADMIN_PASSWORD; to set a new one: "
                f"manage.py changepassword {name}"
            )
