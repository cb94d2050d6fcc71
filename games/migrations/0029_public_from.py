"""`closes_at` of shared deals said when they are open to everybody: `public_from`."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0028_by_rule")]

    operations = [
        migrations.RenameField("shareddeals", "closes_at", "public_from"),
        migrations.AlterField(
            "shareddeals",
            "public_from",
            models.DateTimeField(blank=True, db_index=True, null=True, verbose_name="open to others from"),
        ),
    ]
