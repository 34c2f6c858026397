import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0027_owners_are_members"),
    ]

    operations = [
        migrations.RemoveField(
            model_name="study",
            name="owner",
        ),
        migrations.AddField(
            model_name="study",
            name="accepted_warnings",
            field=models.JSONField(blank=True, default=list, editable=False),
        ),
        migrations.AddField(
            model_name="study",
            name="consent_parts",
            field=models.JSONField(
                blank=True,
                default=dict,
                help_text="What the consent text is built from.",
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="currency",
            field=models.CharField(default="USD", max_length=3),
        ),
        migrations.AddField(
            model_name="study",
            name="exclusion_rules",
            field=models.JSONField(
                blank=True,
                default=dict,
                help_text="Thresholds by the name of their rule.",
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="fee_percent",
            field=models.DecimalField(
                decimal_places=2,
                default=0,
                help_text="What the recruiter takes on top of the pay.",
                max_digits=5,
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="hypothesis",
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name="study",
            name="largest_gap_seconds",
            field=models.FloatField(
                blank=True,
                default=600,
                help_text="Sessions with a longer pause between two parts are flagged.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="minimum_age",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="Asked for by a box to tick at the consent.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="pay_amount",
            field=models.DecimalField(
                blank=True,
                decimal_places=2,
                help_text="For the summary of costs; participants read the pay text.",
                max_digits=8,
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="preregistration_url",
            field=models.CharField(blank=True, max_length=500),
        ),
        migrations.AddField(
            model_name="study",
            name="primary_outcome",
            field=models.CharField(
                choices=[
                    ("learnt", "of the concepts wrong before, the share right after"),
                    ("net_gain", "share right after minus share right before"),
                    ("gained", "wrong before and right after, of all concepts"),
                ],
                default="learnt",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="questions_before",
            field=models.ForeignKey(
                blank=True,
                help_text="Asked after consent; some answers may screen out.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="studies_before",
                to="studies.questionnaire",
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="reference_arm",
            field=models.CharField(
                blank=True,
                help_text="The arm that others are compared with.",
                max_length=50,
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="stopping_rule",
            field=models.TextField(blank=True),
        ),
    ]
