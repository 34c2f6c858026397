from typing import Any

from django.db import migrations


def make_members(apps: Any, schema_editor: Any) -> None:
    studies = apps.get_model("studies", "Study").objects.exclude(owner=None)
    membership = apps.get_model("studies", "Membership")
    membership.objects.bulk_create(
        membership(study_id=study.pk, user_id=study.owner_id, role="owner")
        for study in studies.only("pk", "owner_id")
    )


def make_owners(apps: Any, schema_editor: Any) -> None:
    members = apps.get_model("studies", "Membership").objects.filter(role="owner")
    study = apps.get_model("studies", "Study")
    for member in members:
        study.objects.filter(pk=member.study_id).update(owner_id=member.user_id)


class Migration(migrations.Migration):
    dependencies = [("studies", "0026_team")]
    operations = [migrations.RunPython(make_members, make_owners, elidable=True)]
