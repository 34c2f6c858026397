import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0008_one_pseudonym_per_study"),
    ]

    operations = [
        migrations.AlterField(
            model_name="recruiteridentity",
            name="study",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="identities",
                to="studies.study",
            ),
        ),
        migrations.RemoveField(model_name="recruiteridentity", name="assignment"),
        migrations.AddConstraint(
            model_name="recruiteridentity",
            constraint=models.UniqueConstraint(
                fields=("study", "recruiter", "person_key"),
                name="one_participant_per_person",
            ),
        ),
    ]
