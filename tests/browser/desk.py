"""A desk with a live study in which somebody finished, with drafts, and a showcase.

python -m tests.browser.desk
"""

from docs.desk import seat_researcher
from docs.showcase import fill
from docs.tour import PASSWORD, USERNAME

ADMINISTRATOR = "root"
DRAFTS = ("Asked", "Green", "Red")


def prepare() -> None:
    fill()
    seat_researcher()
    from django.contrib.auth.models import User
    from django.utils import timezone

    from studies.models import Membership
    from studies.services.drafting.templates import begin_from_template
    from tests.studies.factories import Person, make_study

    study = make_study(
        slug="running",
        title="Running",
        consent_text="",
        consent_parts={"purpose": "Memory."},
        pay_text="4 dollars",
        pay_amount=4,
    )
    owner = User.objects.get(username=USERNAME)
    Membership.objects.create(study=study, user=owner, role="owner")
    Person(study, name="WORKER7").finish()
    Person(study, name="WORKER8")
    for title in DRAFTS:
        begin_from_template(
            code="quick",
            title=title,
            user_id=owner.pk,
            who=USERNAME,
            now=timezone.now(),
        )
    User.objects.create_superuser(ADMINISTRATOR, password=PASSWORD)


if __name__ == "__main__":
    prepare()
