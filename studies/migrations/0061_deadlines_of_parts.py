from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0060_priced_arms"),
    ]

    operations = [
        migrations.AddField(
            model_name="paymentrecord",
            name="decide_by",
            field=models.DateTimeField(
                blank=True,
                help_text="When the recruiter pays the whole beside this part, unless "
                "somebody decides before.",
                null=True,
            ),
        ),
    ]
