from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_written_once"),
    ]

    operations = [
        migrations.AlterField(
            model_name="competition",
            name="seating",
            field=models.CharField(
                choices=[
                    ("rotating", "every round another partner"),
                    ("strength", "by strength: neighbours in the standings at one table"),
                    ("pairs", "fixed pairs, every second pair moves on"),
                    ("round_robin", "everybody against everybody"),
                    ("swiss", "equals against equals (Swiss)"),
                ],
                default="rotating",
                max_length=11,
                verbose_name="seating",
            ),
        ),
    ]
