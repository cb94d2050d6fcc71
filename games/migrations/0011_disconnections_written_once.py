"""Absences from a running table are kept, written once; and on PostgreSQL no table that is written once is emptied."""

import django.db.models.deletion
from django.db import migrations, models

NEW = "games_disconnection"
WRITTEN_ONCE = ["games_auditentry", "games_ruling", "games_correction", "games_houserules", NEW]
DOINGS = {"changed": "UPDATE", "removed": "DELETE"}


def _on_sqlite(schema_editor):
    return schema_editor.connection.vendor == "sqlite"


def guard(apps, schema_editor):
    for name, doing in DOINGS.items():
        trigger = f"CREATE TRIGGER {NEW}_never_{name} BEFORE {doing} ON {NEW} FOR EACH ROW "
        if _on_sqlite(schema_editor):
            schema_editor.execute(
                trigger + f"BEGIN SELECT RAISE(ABORT, '{NEW} is written once'); END", params=None
            )
        else:
            schema_editor.execute(trigger + "EXECUTE FUNCTION games_written_once()", params=None)
    if not _on_sqlite(schema_editor):
        for table in WRITTEN_ONCE:
            schema_editor.execute(
                f"CREATE TRIGGER {table}_never_emptied BEFORE TRUNCATE ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION games_written_once()",
                params=None,
            )


def unguard(apps, schema_editor):
    for name in DOINGS:
        where = "" if _on_sqlite(schema_editor) else f" ON {NEW}"
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {NEW}_never_{name}{where}", params=None)
    if not _on_sqlite(schema_editor):
        for table in WRITTEN_ONCE:
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_never_emptied ON {table}", params=None)


class Migration(migrations.Migration):
    dependencies = [("games", "0010_rounds_played_again")]

    operations = [
        migrations.CreateModel(
            name="Disconnection",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(verbose_name="seat")),
                ("gone_at", models.DateTimeField(verbose_name="gone at")),
                ("back_at", models.DateTimeField(verbose_name="back at")),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="disconnections",
                        to="games.match",
                        verbose_name="match",
                    ),
                ),
            ],
            options={
                "verbose_name": "disconnection",
                "verbose_name_plural": "disconnections",
                "ordering": ["match", "gone_at", "seat"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "seat", "gone_at"), name="one_row_an_absence")
                ],
            },
        ),
        migrations.RunPython(guard, unguard),
    ]
