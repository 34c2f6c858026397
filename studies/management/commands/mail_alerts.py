from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from studies.services.mail import is_mail_configured
from studies.services.monitoring.mailing import mail_alerts


class Command(BaseCommand):
    help = (
        "Mail the owners of running studies what needs attention, each alert once a "
        "day. The worker does it by itself. Example: manage.py mail_alerts"
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if not is_mail_configured():
            self.stdout.write("No mail server is set (EMAIL_HOST): nothing is mailed.")
            return
        self.stdout.write(f"{mail_alerts(now=timezone.now())} mailed")
