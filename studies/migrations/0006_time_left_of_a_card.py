from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("studies", "0005_index_what_the_sweep_asks")]

    operations = [
        migrations.AddField(
            model_name="response",
            name="seconds_left",
            field=models.FloatField(blank=True, null=True),
        ),
    ]
