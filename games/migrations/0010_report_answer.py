from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0009_corrected_facts")]

    operations = [
        migrations.AddField(
            "report",
            "answer",
            models.TextField(blank=True, max_length=300, verbose_name="answer"),
        ),
    ]
