from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0017_codes_of_arrivals"),
    ]

    operations = [
        migrations.AddField(
            model_name="picture",
            name="original",
            field=models.BinaryField(blank=True, null=True),
        ),
    ]
