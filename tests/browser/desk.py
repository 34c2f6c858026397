"""A desk with a live study in which somebody finished: python -m tests.browser.desk."""

from docs.desk import fill
from docs.tour import PASSWORD, USERNAME

ADMINISTRATOR = "root"


def prepare() -> None:
    fill()
    from django.contrib.auth.models import User

    from studies.models import Membership
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
    User.objects.create_superuser(ADMINISTRATOR, password=PASSWORD)


if __name__ == "__main__":
    prepare()
