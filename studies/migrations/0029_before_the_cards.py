import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0028_what_designs_say"),
    ]

    operations = [
        migrations.CreateModel(
            name="ConsentText",
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
                ("text_hash", models.CharField(max_length=64, unique=True)),
                ("text", models.TextField()),
            ],
        ),
        migrations.CreateModel(
            name="SessionDevice",
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
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("phone", "Phone"),
                            ("tablet", "Tablet"),
                            ("desktop", "Desktop"),
                            ("unknown", "Unknown"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "browser",
                    models.CharField(
                        choices=[
                            ("chrome", "Chrome"),
                            ("edge", "Edge"),
                            ("firefox", "Firefox"),
                            ("opera", "Opera"),
                            ("safari", "Safari"),
                            ("samsung", "Samsung"),
                            ("other", "Other"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "viewport",
                    models.CharField(
                        choices=[
                            ("narrow", "Narrow"),
                            ("medium", "Medium"),
                            ("wide", "Wide"),
                            ("unknown", "Unknown"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "touch",
                    models.CharField(
                        choices=[("yes", "Yes"), ("no", "No"), ("unknown", "Unknown")],
                        max_length=8,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="VisitCount",
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
                ("day", models.DateField()),
                ("n_visits", models.PositiveIntegerField(default=0)),
                ("n_declines", models.PositiveIntegerField(default=0)),
                ("n_previews", models.PositiveIntegerField(default=0)),
            ],
            options={
                "ordering": ("study_id", "day"),
            },
        ),
        migrations.RemoveConstraint(
            model_name="questionnaireanswer",
            name="questionnaire_item_once",
        ),
        migrations.RemoveConstraint(
            model_name="teachingsession",
            name="session_phase",
        ),
        migrations.AddField(
            model_name="consentrecord",
            name="minimum_age",
            field=models.PositiveSmallIntegerField(
                blank=True, help_text="The age they said to have reached.", null=True
            ),
        ),
        migrations.AddField(
            model_name="questionnaireanswer",
            name="phase",
            field=models.CharField(
                choices=[
                    ("questions_before", "Questions Before"),
                    ("questionnaire", "Questionnaire"),
                ],
                default="questionnaire",
                max_length=16,
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="left_debrief_text",
            field=models.TextField(
                blank=True,
                help_text="Shown to those who leave or are screened out, in Markdown; if empty, they see the debriefing of those who finish.",
            ),
        ),
        migrations.AlterField(
            model_name="response",
            name="phase",
            field=models.CharField(
                choices=[
                    ("questions_before", "Questions Before"),
                    ("instructions", "Instructions"),
                    ("prequiz", "Prequiz"),
                    ("learning", "Learning"),
                    ("postquiz", "Postquiz"),
                    ("questionnaire", "Questionnaire"),
                    ("result", "Result"),
                    ("debrief", "Debrief"),
                    ("completed", "Completed"),
                    ("withdrawn", "Withdrawn"),
                    ("screened_out", "Screened Out"),
                ],
                max_length=16,
            ),
        ),
        migrations.AlterField(
            model_name="teachingsession",
            name="phase",
            field=models.CharField(
                choices=[
                    ("questions_before", "Questions Before"),
                    ("instructions", "Instructions"),
                    ("prequiz", "Prequiz"),
                    ("learning", "Learning"),
                    ("postquiz", "Postquiz"),
                    ("questionnaire", "Questionnaire"),
                    ("result", "Result"),
                    ("debrief", "Debrief"),
                    ("completed", "Completed"),
                    ("withdrawn", "Withdrawn"),
                    ("screened_out", "Screened Out"),
                ],
                default="instructions",
                max_length=16,
            ),
        ),
        migrations.AddConstraint(
            model_name="questionnaireanswer",
            constraint=models.UniqueConstraint(
                fields=("session", "phase", "item"), name="questionnaire_item_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="teachingsession",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "phase__in",
                        [
                            "questions_before",
                            "instructions",
                            "prequiz",
                            "learning",
                            "postquiz",
                            "questionnaire",
                            "result",
                            "debrief",
                            "completed",
                            "withdrawn",
                            "screened_out",
                        ],
                    ),
                    ("stage__in", ["introduction", "cards", "review"]),
                ),
                name="session_phase",
            ),
        ),
        migrations.AddField(
            model_name="sessiondevice",
            name="session",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="device",
                to="studies.teachingsession",
            ),
        ),
        migrations.AddField(
            model_name="visitcount",
            name="study",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="visit_counts",
                to="studies.study",
            ),
        ),
        migrations.AddConstraint(
            model_name="sessiondevice",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "browser__in",
                        [
                            "chrome",
                            "edge",
                            "firefox",
                            "opera",
                            "safari",
                            "samsung",
                            "other",
                        ],
                    ),
                    ("kind__in", ["phone", "tablet", "desktop", "unknown"]),
                    ("touch__in", ["yes", "no", "unknown"]),
                    ("viewport__in", ["narrow", "medium", "wide", "unknown"]),
                ),
                name="device_in_classes",
            ),
        ),
        migrations.AddConstraint(
            model_name="visitcount",
            constraint=models.UniqueConstraint(
                fields=("study", "day"), name="one_count_per_day"
            ),
        ),
    ]
