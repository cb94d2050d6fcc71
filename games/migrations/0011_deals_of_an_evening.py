"""Shared deals whose opening nobody knows yet: those of an evening are open once every table has played them."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0010_club_files")]

    operations = [
        migrations.AlterField(
            model_name="shareddeals",
            name="closes_at",
            field=models.DateTimeField(
                blank=True, db_index=True, null=True, verbose_name="closed to others until"
            ),
        ),
    ]
