"""The study of the guide to Mechanical Turk: python -m docs.hit_desk."""

import django

django.setup()

from django.contrib.auth.models import User  # noqa: E402

from docs.desk import fill as fill_desk  # noqa: E402
from docs.hit_tour import DESIGN, STUDY  # noqa: E402
from docs.tour import USERNAME  # noqa: E402
from studies.models import DeckVersion, Membership, Study  # noqa: E402
from studies.services.design.demo import DemoDesign, create_demo_study  # noqa: E402

SETTINGS = {name: value for name, value in DESIGN.items() if name != "slug"}


def fill() -> None:
    fill_desk()
    version = DeckVersion.objects.filter(deck__slug="german").latest("pk")
    design = DemoDesign(STUDY, "Learning German words", "german", SETTINGS)
    study = create_demo_study(design, version=version)
    Study.objects.filter(pk=study.pk).update(
        is_demo=False,
        accepts_simulated=False,
        recruiters=["mturk"],
        questionnaire=None,
    )
    owner = User.objects.get(username=USERNAME)
    Membership.objects.create(study=study, user=owner, role="owner")


if __name__ == "__main__":
    fill()
