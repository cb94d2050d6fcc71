"""The hands dealt in closed rounds are counted. Rounds played before are counted by the steward like new ones."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def sums():
    return [
        ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
        ("game", models.CharField(max_length=24, verbose_name="game")),
        ("figure", models.CharField(max_length=24, verbose_name="figure")),
        ("hands", models.PositiveIntegerField(verbose_name="hands")),
        ("total", models.FloatField(verbose_name="total")),
        ("expected", models.FloatField(verbose_name="what chance gives")),
        ("variance", models.FloatField(verbose_name="variance")),
    ]


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_a_ruling_instead_of_a_replay"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="DealCount",
            fields=[*sums(), ("whose", models.CharField(max_length=10, verbose_name="whose hands"))],
            options={
                "verbose_name": "count of deals",
                "verbose_name_plural": "counts of deals",
                "constraints": [
                    models.UniqueConstraint(fields=("game", "whose", "figure"), name="one_count_a_figure")
                ],
            },
        ),
        migrations.CreateModel(
            name="HandCount",
            fields=[
                *sums(),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hand_counts",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "count of hands",
                "verbose_name_plural": "counts of hands",
                "constraints": [
                    models.UniqueConstraint(fields=("player", "game", "figure"), name="one_count_a_player")
                ],
            },
        ),
        migrations.AddField(
            model_name="round",
            name="counted",
            field=models.BooleanField(db_default=False, verbose_name="its hands are counted"),
        ),
        migrations.AddIndex(
            model_name="round",
            index=models.Index(
                condition=models.Q(("counted", False), models.Q(("seed", ""), _negated=True)),
                fields=["match"],
                name="round_not_counted",
            ),
        ),
    ]
