import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0011_freeze_decks"),
    ]

    operations = [
        migrations.AlterField(
            model_name="teachingsession",
            name="deck_version",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="sessions",
                to="studies.deckversion",
            ),
        ),
    ]
