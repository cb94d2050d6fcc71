from django.db import migrations, models

KINDS = [
    ("turn", "It is my turn, and no screen of mine shows the table"),
    ("table", "A table of mine is ready"),
    ("planned", "An evening is planned"),
    ("evening", "An evening of mine is tomorrow"),
    ("deadline", "Today is the last day to say whether I am coming"),
    ("substitute", "A substitute is wanted"),
    ("draw", "The seats are drawn"),
    ("ruling", "A round of mine is in question, or judged"),
    ("secretary", "The secretary has a message or a change"),
    ("friend", "A friend asks me something or invites me to a table"),
    ("other", "Everything else"),
]
WHOLE, PARTS = "evening", ("planned", "deadline")
"""The kind that is now three, and the two that were part of it."""


def split(apps, schema_editor):
    """Where the kind was switched off, its parts are off too."""
    for row, field in rows_with_kinds_off(apps):
        off = getattr(row, field)
        if WHOLE in off:
            setattr(row, field, [*off, *(kind for kind in PARTS if kind not in off)])
            row.save(update_fields=[field])


def join(apps, schema_editor):
    """Off together where the reminder of the evening is off."""
    for row, field in rows_with_kinds_off(apps):
        setattr(row, field, [kind for kind in getattr(row, field) if kind not in PARTS])
        row.save(update_fields=[field])


def rows_with_kinds_off(apps):
    """Each row that switches kinds off, with the field that holds them."""
    for model, field in (("Player", "mail_kinds_off"), ("PushDevice", "kinds_off")):
        rows = apps.get_model("accounts", model)._base_manager.exclude(**{field: []})
        for row in rows.only("pk", field):
            yield row, field


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_first_release")]

    operations = [
        migrations.AlterField(
            "notice",
            "kind",
            models.CharField(choices=KINDS, default="other", max_length=10, verbose_name="kind"),
        ),
        migrations.RunPython(split, join),
    ]
