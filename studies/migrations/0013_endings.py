import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0012_session_has_a_deck"),
    ]

    operations = [
        migrations.CreateModel(
            name="CompletionCode",
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
                    "outcome",
                    models.CharField(
                        choices=[
                            ("completed", "Completed"),
                            ("withdrawn", "Withdrawn"),
                            ("screened_out", "Screened Out"),
                        ],
                        max_length=16,
                    ),
                ),
                ("code", models.CharField(max_length=16, unique=True)),
                ("created_at", models.DateTimeField()),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="study",
            name="study_times_make_sense",
        ),
        migrations.RemoveConstraint(
            model_name="teachingsession",
            name="completed_has_code",
        ),
        migrations.RemoveConstraint(
            model_name="teachingsession",
            name="session_phase",
        ),
        migrations.RemoveConstraint(
            model_name="teachingsession",
            name="the_absent_hold_no_place",
        ),
        migrations.AddField(
            model_name="study",
            name="finish_seconds",
            field=models.FloatField(
                default=7200,
                help_text="How long people inside may go on after the study is closed.",
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="finish_until",
            field=models.DateTimeField(
                blank=True,
                editable=False,
                help_text="Set when the study is closed.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="partial_pay_text",
            field=models.CharField(
                blank=True,
                help_text="What such a code pays, such as 1 dollar.",
                max_length=200,
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="pays_screened_out",
            field=models.BooleanField(
                default=False,
                help_text="Those who are screened out get a code as well.",
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="pays_withdrawn",
            field=models.BooleanField(
                default=False,
                help_text="Those who stop early or run out of time get a code as well.",
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="seed_hash",
            field=models.CharField(
                blank=True,
                editable=False,
                help_text="SHA-256 of the seed, for telling before what it will have been.",
                max_length=64,
            ),
        ),
        migrations.AddField(
            model_name="teachingsession",
            name="is_cut_off",
            field=models.BooleanField(
                default=False, help_text="The study closed before they were through."
            ),
        ),
        migrations.AddField(
            model_name="teachingsession",
            name="screened_out_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="logentry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("consented", "Consented"),
                    ("time_granted", "Time Granted"),
                    ("phase", "Phase"),
                    ("allocated", "Allocated"),
                    ("chosen", "Chosen"),
                    ("served", "Served"),
                    ("taken_back", "Taken Back"),
                    ("closed", "Closed"),
                    ("late_text", "Late Text"),
                    ("reviewed", "Reviewed"),
                    ("away", "Away"),
                    ("resumed", "Resumed"),
                    ("answered_questions", "Answered Questions"),
                    ("completed", "Completed"),
                    ("withdrawn", "Withdrawn"),
                    ("screened_out", "Screened Out"),
                    ("erased", "Erased"),
                ],
                max_length=20,
            ),
        ),
        migrations.AlterField(
            model_name="response",
            name="phase",
            field=models.CharField(
                choices=[
                    ("instructions", "Instructions"),
                    ("prequiz", "Prequiz"),
                    ("learning", "Learning"),
                    ("postquiz", "Postquiz"),
                    ("questionnaire", "Questionnaire"),
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
                    ("instructions", "Instructions"),
                    ("prequiz", "Prequiz"),
                    ("learning", "Learning"),
                    ("postquiz", "Postquiz"),
                    ("questionnaire", "Questionnaire"),
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
            model_name="study",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("grace_seconds__gte", 0),
                    ("review_seconds__gte", 0),
                    ("idle_seconds__gt", 0),
                    ("postquiz_delay_seconds__gte", 0),
                    ("finish_seconds__gte", 0),
                    models.Q(
                        ("learning_seconds", None),
                        ("learning_seconds__gt", 0),
                        _connector="OR",
                    ),
                    models.Q(
                        ("quiz_seconds", None), ("quiz_seconds__gt", 0), _connector="OR"
                    ),
                ),
                name="study_times_make_sense",
            ),
        ),
        migrations.AddConstraint(
            model_name="teachingsession",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "phase__in",
                        [
                            "instructions",
                            "prequiz",
                            "learning",
                            "postquiz",
                            "questionnaire",
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
        migrations.AddConstraint(
            model_name="teachingsession",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("place__isnull", True),
                    models.Q(
                        models.Q(
                            ("phase__in", ("withdrawn", "screened_out")), _negated=True
                        ),
                        ("is_away", False),
                    ),
                    _connector="OR",
                ),
                name="the_absent_hold_no_place",
            ),
        ),
        migrations.AddField(
            model_name="completioncode",
            name="session",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="codes",
                to="studies.teachingsession",
            ),
        ),
        migrations.AddConstraint(
            model_name="completioncode",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("outcome__in", ("completed", "withdrawn", "screened_out"))
                ),
                name="code_is_for_an_end",
            ),
        ),
    ]
