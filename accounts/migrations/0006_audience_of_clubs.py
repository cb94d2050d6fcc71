from django.db import migrations, models

AUDIENCES = [
    ("nobody", "only me"),
    ("friends", "my friends"),
    ("clubs", "my friends and the members of my clubs"),
    ("everybody", "everybody who is signed in"),
]


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_mail_kinds")]

    operations = [
        migrations.AlterField(
            "privacy",
            "figures",
            models.CharField(
                choices=AUDIENCES,
                default="friends",
                max_length=9,
                verbose_name="my figures: form, partners, roem, kraken, strength",
            ),
        ),
        migrations.AlterField(
            "privacy",
            "matches",
            models.CharField(choices=AUDIENCES, default="friends", max_length=9, verbose_name="my matches"),
        ),
    ]
