from typing import Any

from django.db import migrations, models
from django.db.models import OuterRef, Q, Subquery

_PURPOSES = [
    ("real", "Real"),
    ("pilot", "Pilot"),
    ("preview", "Preview"),
    ("simulated", "Simulated"),
    ("practice", "Practice"),
]


def tell_pilots_visits(apps: Any, schema_editor: Any) -> None:
    """Days before the launch were the pilot's; that of the launch stays real."""
    launched = apps.get_model("studies", "AuditEntry").objects.filter(
        study=OuterRef("study"), action="launched"
    )
    counts = apps.get_model("studies", "VisitCount").objects.annotate(
        launched_on=Subquery(launched.order_by("at").values("at__date")[:1])
    )
    is_before = Q(day__lt=models.F("launched_on"))
    is_pilot = Q(study__state__in=("draft", "pilot"))
    found = counts.filter(is_before | is_pilot).values_list("pk", flat=True)
    of_pilots = list(found)
    rows = apps.get_model("studies", "VisitCount").objects
    rows.filter(pk__in=of_pilots).update(purpose="pilot")


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0048_earlier_studies_kept_out"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="visitcount",
            name="one_count_per_day",
        ),
        migrations.AlterModelOptions(
            name="visitcount",
            options={"ordering": ("study_id", "day", "purpose")},
        ),
        migrations.AddField(
            model_name="visitcount",
            name="purpose",
            field=models.CharField(
                choices=_PURPOSES, default="real", editable=False, max_length=10
            ),
        ),
        migrations.AddConstraint(
            model_name="visitcount",
            constraint=models.UniqueConstraint(
                fields=("study", "day", "purpose"), name="one_count_per_day"
            ),
        ),
        migrations.RunPython(
            tell_pilots_visits, migrations.RunPython.noop, elidable=True
        ),
    ]
