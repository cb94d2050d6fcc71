from django.db import migrations, models


def follow_the_language(apps, schema_editor):
    """English letters were the value of an account without a language and stayed so after its owner had begun to
    read in Dutch; those accounts follow the page now. Dutch letters are kept."""
    apps.get_model("accounts", "Player").objects.filter(card_letters="en").update(card_letters="auto")


def keep_the_letters(apps, schema_editor):
    """The letters a player with the chosen language reads, as they were stored before."""
    players = apps.get_model("accounts", "Player").objects.filter(card_letters="auto")
    players.filter(language="nl").update(card_letters="nl")
    players.exclude(language="nl").update(card_letters="en")


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0004_phones'),
    ]

    operations = [
        migrations.AlterField(
            model_name='player',
            name='card_letters',
            field=models.CharField(choices=[('auto', 'as the language'), ('en', 'J Q K A (English)'), ('nl', 'B V H A (Dutch)')], default='auto', max_length=4, verbose_name='card letters'),
        ),
        migrations.RunPython(follow_the_language, keep_the_letters),
    ]
