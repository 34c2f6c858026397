from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0058_session_clocks"),
    ]

    operations = [
        migrations.AddField(
            model_name="handpayment",
            name="claim",
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AddField(
            model_name="paymentrecord",
            name="claim",
            field=models.CharField(
                blank=True,
                help_text="Whose claim it settles, as a hash, once its person was erased.",
                max_length=64,
            ),
        ),
        migrations.AlterField(
            model_name="completioncode",
            name="is_settled",
            field=models.BooleanField(
                default=False,
                help_text="Paid before payments kept their claims: nobody knows how much.",
            ),
        ),
    ]
