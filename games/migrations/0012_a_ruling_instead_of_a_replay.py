from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0011_disconnections_written_once")]

    operations = [
        migrations.AlterField(
            model_name="ruling",
            name="instance",
            field=models.CharField(
                choices=[
                    ("first", "first ruling"),
                    ("afresh", "instead of a round nobody played again"),
                    ("appeal", "ruling on the appeal"),
                ],
                max_length=6,
                verbose_name="instance",
            ),
        ),
    ]
