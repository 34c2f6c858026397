"""A consent is in the language of the pages, unless a design says another."""

from typing import Any

from django.db import migrations, models
from django.db.models import F


def follow_pages(apps: Any, schema_editor: Any) -> None:
    """Drafts whose consent was in the language of their pages go on so.

    What is open keeps what it said, and its fingerprint.
    """
    drafts = apps.get_model("studies", "Study").objects.filter(state="draft")
    drafts.filter(consent_language=F("language")).update(consent_language="")


def say_again(apps: Any, schema_editor: Any) -> None:
    studies = apps.get_model("studies", "Study").objects.filter(consent_language="")
    studies.update(consent_language=F("language"))


class Migration(migrations.Migration):
    dependencies = [("studies", "0053_retention")]

    operations = [
        migrations.AlterField(
            model_name="study",
            name="consent_language",
            field=models.CharField(
                blank=True, help_text="If empty, that of the pages.", max_length=16
            ),
        ),
        migrations.RunPython(follow_pages, say_again, elidable=True),
    ]
