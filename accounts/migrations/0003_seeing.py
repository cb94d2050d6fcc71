from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_friends")]

    operations = [
        migrations.RenameField("player", "card_size", "text_size"),
        migrations.AlterField(
            "player",
            "text_size",
            models.CharField(
                choices=[("normal", "normal"), ("large", "large"), ("largest", "largest")],
                default="normal",
                max_length=7,
                verbose_name="size of letters, cards and buttons",
            ),
        ),
        migrations.AlterField(
            "player",
            "motion",
            models.CharField(
                choices=[("full", "full"), ("fast", "fast"), ("none", "calm: nothing moves")],
                default="full",
                max_length=4,
                verbose_name="movement",
            ),
        ),
        migrations.AddField(
            "player",
            "high_contrast",
            models.BooleanField(default=False, verbose_name="high contrast"),
        ),
        migrations.AddField(
            "player",
            "left_handed",
            models.BooleanField(default=False, verbose_name="buttons on the left, for the left hand"),
        ),
    ]
