from typing import Any

from django.db import migrations


def tell_in_seconds(apps: Any, schema_editor: Any) -> None:
    """No review after a right answer is one of 0 seconds."""
    studies = apps.get_model("studies", "Study").objects
    skipping = studies.filter(review_only_after_errors=True)
    skipping.update(review_seconds_after_right=0)


def tell_whether(apps: Any, schema_editor: Any) -> None:
    studies = apps.get_model("studies", "Study").objects
    skipping = studies.filter(review_seconds_after_right=0)
    skipping.update(review_only_after_errors=True)


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0020_reviews_and_result"),
    ]

    operations = [
        migrations.RunPython(tell_in_seconds, tell_whether, elidable=True),
    ]
