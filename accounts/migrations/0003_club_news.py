import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_kinds_of_notices")]

    operations = [
        migrations.AddField(
            "club",
            "contact",
            models.TextField(blank=True, default="", max_length=500, verbose_name="how to reach the club"),
        ),
        migrations.AddField(
            "player",
            "say_aloud",
            models.BooleanField(
                default=False,
                help_text="The voice of the device speaks at the table, also of your own cards: use an earphone.",
                verbose_name="say aloud what happens",
            ),
        ),
        migrations.CreateModel(
            "ClubNews",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField(max_length=500, verbose_name="text")),
                ("at", models.DateTimeField(verbose_name="at")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="news",
                        to="accounts.club",
                        verbose_name="club",
                    ),
                ),
            ],
            options={"verbose_name": "news of a club", "verbose_name_plural": "news of clubs", "ordering": ["-at", "-pk"]},
        ),
    ]
