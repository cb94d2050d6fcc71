from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0007_friends")]

    operations = [
        migrations.AddField(
            "match",
            "screen_code",
            models.CharField(
                blank=True,
                editable=False,
                max_length=6,
                null=True,
                unique=True,
                verbose_name="code of a screen in the middle",
            ),
        ),
    ]
