from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0004_contributions'),
    ]

    operations = [
        migrations.AddField(
            model_name='tableseat',
            name='for_the_rest',
            field=models.BooleanField(default=False, verbose_name='substitute for the rounds to come too'),
        ),
    ]
