"""Tallies, places and sizes of tables are the game's; nobody has data yet (CHANGELOG)."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0002_written_once")]

    operations = [
        migrations.RemoveField(model_name="postponement", name="side"),
        migrations.RemoveField(model_name="tablescore", name="krakens_lost"),
        migrations.RemoveField(model_name="tablescore", name="krakens_won"),
        migrations.RemoveField(model_name="tablescore", name="nat"),
        migrations.RemoveField(model_name="tablescore", name="pits"),
        migrations.RemoveField(model_name="tablescore", name="roem"),
        migrations.AddField(
            model_name="competition",
            name="at_table",
            field=models.PositiveSmallIntegerField(default=4, verbose_name="players at a table"),
        ),
        migrations.AddField(
            model_name="postponement",
            name="entrant",
            field=models.ForeignKey(
                default=0,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="games.entrant",
                verbose_name="side that proposes",
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="tablescore",
            name="others",
            field=models.JSONField(blank=True, default=list, verbose_name="points of each other side"),
        ),
        migrations.AddField(
            model_name="tablescore",
            name="tallies",
            field=models.JSONField(blank=True, default=dict, verbose_name="what the game tallies"),
        ),
    ]
