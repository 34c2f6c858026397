from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0021_reviews_in_seconds"),
    ]

    operations = [
        migrations.RemoveField(model_name="study", name="review_only_after_errors"),
        migrations.RemoveConstraint(model_name="study", name="study_times_make_sense"),
        migrations.AddConstraint(
            model_name="study",
            constraint=models.CheckConstraint(
                condition=Q(review_seconds__gte=0, grace_seconds__gte=0)
                & Q(idle_seconds__gt=0, postquiz_delay_seconds__gte=0)
                & Q(finish_seconds__gte=0)
                & (Q(learning_seconds=None) | Q(learning_seconds__gt=0))
                & (
                    Q(review_seconds_after_right=None)
                    | Q(review_seconds_after_right__gte=0)
                )
                & (Q(quiz_seconds=None) | Q(quiz_seconds__gt=0)),
                name="study_times_make_sense",
            ),
        ),
    ]
