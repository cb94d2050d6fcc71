"""The audit trail, rulings, corrections and versions of house rules are written once: the database itself refuses to change or remove a row."""

from django.db import migrations

TABLES = ["games_auditentry", "games_ruling", "games_correction", "games_houserules"]
DOINGS = {"changed": "UPDATE", "removed": "DELETE"}

FUNCTION = """
CREATE FUNCTION games_written_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is written once', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$
"""


def _on_sqlite(schema_editor):
    return schema_editor.connection.vendor == "sqlite"


def guard(apps, schema_editor):
    if not _on_sqlite(schema_editor):
        schema_editor.execute(FUNCTION, params=None)
    for table in TABLES:
        for name, doing in DOINGS.items():
            trigger = f"CREATE TRIGGER {table}_never_{name} BEFORE {doing} ON {table} FOR EACH ROW "
            if _on_sqlite(schema_editor):
                schema_editor.execute(
                    trigger + f"BEGIN SELECT RAISE(ABORT, '{table} is written once'); END", params=None
                )
            else:
                schema_editor.execute(trigger + "EXECUTE FUNCTION games_written_once()", params=None)


def unguard(apps, schema_editor):
    for table in TABLES:
        for name in DOINGS:
            where = "" if _on_sqlite(schema_editor) else f" ON {table}"
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_never_{name}{where}", params=None)
    if not _on_sqlite(schema_editor):
        schema_editor.execute("DROP FUNCTION IF EXISTS games_written_once()", params=None)


class Migration(migrations.Migration):
    dependencies = [("games", "0008_evenings_that_change")]

    operations = [migrations.RunPython(guard, unguard)]
