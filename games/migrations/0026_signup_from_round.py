from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0025_matches_seen'),
    ]

    operations = [
        migrations.AddField(
            model_name='signup',
            name='from_round',
            field=models.PositiveSmallIntegerField(default=1, verbose_name='from round'),
        ),
    ]
