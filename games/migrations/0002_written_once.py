"""Triggers: rows of these tables are written once, and the database refuses to change or remove them."""

from django.db import migrations

from games.append_only import guard, unguard

TABLES = (
    "games_action",
    "games_auditentry",
    "games_correction",
    "games_disconnection",
    "games_houserules",
    "games_ruling",
)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_first_release")]

    operations = [migrations.RunPython(guard(*TABLES), unguard(*TABLES))]
