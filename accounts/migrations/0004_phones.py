import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0003_club_news'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='phone',
            field=models.CharField(blank=True, default='', max_length=20, validators=[django.core.validators.RegexValidator('^\\+?[0-9][0-9 ()./-]{4,18}\\Z', 'A phone number has digits, spaces and hyphens, such as 06 12345678.')], verbose_name='phone number'),
        ),
        migrations.AddField(
            model_name='player',
            name='phone_listed',
            field=models.BooleanField(default=False, help_text='It then stands in the phone list of each of your clubs, for its members only.', verbose_name='members of my clubs may see my number'),
        ),
        migrations.AlterField(
            model_name='memberchange',
            name='what',
            field=models.CharField(choices=[('names', 'names corrected'), ('merged', 'double member merged'), ('asked', 'asked two members to become one'), ('agreed', 'agreed to become one member'), ('role', 'role given'), ('left', 'left the club'), ('removed', 'removed from the club'), ('by-link', 'joined by the link'), ('by-code', 'joined by the code'), ('by-mail', 'joined by an invitation by mail'), ('code', 'made a code to join'), ('code-off', 'switched the code to join off'), ('invited', 'invited somebody by mail'), ('withdrew', 'withdrew an invitation by mail'), ('phone', 'phone number noted')], max_length=8, verbose_name='what'),
        ),
    ]
