"""The key by which lists of players are sorted."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from accounts.names import sort_key


def fill(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Write the key of every player there is."""
    players = apps.get_model("accounts", "Player").objects
    rows = []
    for player in players.only("nickname").iterator():
        player.nickname_sort = sort_key(player.nickname)
        rows.append(player)
    players.bulk_update(rows, ["nickname_sort"], batch_size=200)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0008_merged_into")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="nickname_sort",
            field=models.CharField(default="", editable=False, max_length=200),
            preserve_default=False,
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
