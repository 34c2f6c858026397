import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0059_claims_of_erased_people"),
    ]

    operations = [
        migrations.AddField(
            model_name="arm",
            name="options",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="arm",
            name="prices",
            field=models.JSONField(blank=True, editable=False, null=True),
        ),
        migrations.AlterField(
            model_name="job",
            name="kind",
            field=models.CharField(
                choices=[
                    ("simulation", "simulated participants"),
                    ("power", "power of the design"),
                    ("regrading", "a second set of verdicts"),
                    ("export", "export"),
                    ("analysis", "results"),
                    ("certificate", "what the teachers can reach"),
                ],
                max_length=16,
            ),
        ),
        migrations.CreateModel(
            name="DesignCertificate",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("name", models.CharField(max_length=64)),
                ("content", models.JSONField()),
                ("computed_at", models.DateTimeField()),
                (
                    "study",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="certificates",
                        to="studies.study",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("study", "name"), name="design_certificate"
                    )
                ],
            },
        ),
    ]
