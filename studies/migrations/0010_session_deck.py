import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0009_identities_are_of_a_study"),
    ]

    operations = [
        migrations.AddField(
            model_name="teachingsession",
            name="deck_version",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="sessions",
                to="studies.deckversion",
            ),
        ),
    ]
