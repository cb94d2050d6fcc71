"""Every table as the first release has it; a database made with the steps before it goes on unchanged."""

import accounts.models.players
import django.contrib.auth.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    # A database that has all of these applied has this one applied.
    replaces = [
        ('accounts', '0001_initial'),
        ('accounts', '0002_friends'),
        ('accounts', '0003_seeing'),
        ('accounts', '0004_look_back'),
        ('accounts', '0005_mail_kinds'),
        ('accounts', '0006_audience_of_clubs'),
        ('accounts', '0007_ranks_without_luck'),
    ]

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('nickname', models.CharField(max_length=24, verbose_name='name at the table')),
                ('nickname_key', models.CharField(editable=False, max_length=96, unique=True)),
                ('kind', models.CharField(choices=[('person', 'person'), ('guest', 'guest'), ('bot', 'bot')], default='person', max_length=6, verbose_name='kind')),
                ('language', models.CharField(blank=True, choices=accounts.models.players.languages, max_length=2, verbose_name='language')),
                ('last_language', models.CharField(blank=True, editable=False, max_length=2)),
                ('theme', models.CharField(choices=[('auto', 'as my device'), ('light', 'light'), ('dark', 'dark')], default='auto', max_length=5, verbose_name='theme')),
                ('card_letters', models.CharField(choices=[('en', 'J Q K A (English)'), ('nl', 'B V H A (Dutch)')], default='en', max_length=2, verbose_name='card letters')),
                ('colours', models.CharField(choices=[('four', 'four colours'), ('two', 'two colours')], default='four', max_length=4, verbose_name='suit colours')),
                ('text_size', models.CharField(choices=[('normal', 'normal'), ('large', 'large'), ('largest', 'largest')], default='normal', max_length=7, verbose_name='size of letters, cards and buttons')),
                ('high_contrast', models.BooleanField(default=False, verbose_name='high contrast')),
                ('left_handed', models.BooleanField(default=False, verbose_name='buttons on the left, for the left hand')),
                ('motion', models.CharField(choices=[('full', 'full'), ('fast', 'fast'), ('none', 'calm: nothing moves')], default='full', max_length=4, verbose_name='movement')),
                ('confirm_tap', models.BooleanField(default=False, verbose_name='tap twice to play a card')),
                ('sound', models.BooleanField(default=True, verbose_name='sound when it is my turn')),
                ('vibration', models.BooleanField(default=True, verbose_name='vibrate when it is my turn')),
                ('auto_play_last', models.BooleanField(default=False, verbose_name='play my last card for me')),
                ('auto_declare', models.BooleanField(default=False, verbose_name='declare what I hold for me')),
                ('look_back', models.BooleanField(default=True, help_text='Closed until you open it, under the review of a round.', verbose_name='look back at costly cards after a round')),
                ('mail_notices', models.BooleanField(default=True, help_text='Every notice stands under the bell anyway. Mail needs a mail address.', verbose_name='send me notices by mail too')),
                ('mail_kinds_off', models.JSONField(blank=True, default=list, verbose_name='kinds of notices without mail')),
                ('quiet_from', models.TimeField(blank=True, null=True, verbose_name='quiet from')),
                ('quiet_until', models.TimeField(blank=True, help_text='Between these two times nothing is sent, not later either: the notice waits under the bell.', null=True, verbose_name='quiet until')),
                ('install_hint', models.BooleanField(default=True, editable=False)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'player',
                'verbose_name_plural': 'players',
            },
            managers=[
                ('objects', accounts.models.players.PlayerManager()),
            ],
        ),
        migrations.CreateModel(
            name='AccountMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('to', models.EmailField(max_length=254, verbose_name='to')),
                ('subject', models.TextField(verbose_name='subject')),
                ('body', models.TextField(verbose_name='text')),
                ('at', models.DateTimeField(verbose_name='written')),
                ('until', models.DateTimeField(verbose_name='of use until')),
            ],
            options={
                'verbose_name': 'mail about signing in',
                'verbose_name_plural': 'mails about signing in',
            },
        ),
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('slug', models.SlugField(max_length=60, unique=True, verbose_name='short name in addresses')),
                ('is_public', models.BooleanField(default=False, verbose_name='anybody may see the club')),
                ('icon_letters', models.CharField(blank=True, default='', max_length=3, verbose_name='letters of the icon')),
                ('icon_colour', models.CharField(choices=[('#17574e', 'green'), ('#1d4e89', 'blue'), ('#8c2f39', 'red'), ('#5b3a8c', 'purple'), ('#6b4423', 'brown'), ('#2b2d33', 'black')], default='#17574e', max_length=7, verbose_name='colour of the icon')),
                ('created_at', models.DateTimeField(verbose_name='founded')),
                ('filing_hours', models.PositiveSmallIntegerField(default=24, verbose_name='hours in which a round can be questioned')),
                ('answer_hours', models.PositiveSmallIntegerField(default=48, verbose_name='hours in which the others can answer')),
                ('appeal_days', models.PositiveSmallIntegerField(default=7, verbose_name='days in which a ruling can be appealed')),
                ('ranks_without_luck', models.BooleanField(default=False, help_text='Each member sees those in it who show them their figures.', verbose_name='show a list of the members without the luck of the cards')),
            ],
            options={
                'verbose_name': 'club',
                'verbose_name_plural': 'clubs',
                'ordering': ['name'],
            },
        ),
        migrations.CreateModel(
            name='Privacy',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='privacy', serialize=False, to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('figures', models.CharField(choices=[('nobody', 'only me'), ('friends', 'my friends'), ('clubs', 'my friends and the members of my clubs'), ('everybody', 'everybody who is signed in')], default='friends', max_length=9, verbose_name='my figures: form, partners, strength and those of each game')),
                ('matches', models.CharField(choices=[('nobody', 'only me'), ('friends', 'my friends'), ('clubs', 'my friends and the members of my clubs'), ('everybody', 'everybody who is signed in')], default='friends', max_length=9, verbose_name='my matches')),
                ('shows_presence', models.BooleanField(default=True, verbose_name='my friends see when I am here')),
            ],
            options={
                'verbose_name': 'choice of what is shown',
                'verbose_name_plural': 'choices of what is shown',
            },
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='since')),
                ('blocked', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='blocked')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'block',
                'verbose_name_plural': 'blocks',
            },
        ),
        migrations.CreateModel(
            name='Friendship',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='asked at')),
                ('accepted_at', models.DateTimeField(blank=True, null=True, verbose_name='accepted at')),
                ('declined_at', models.DateTimeField(blank=True, null=True, verbose_name='declined at')),
                ('asked', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='asked')),
                ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='asked by')),
            ],
            options={
                'verbose_name': 'friendship',
                'verbose_name_plural': 'friendships',
            },
        ),
        migrations.CreateModel(
            name='JoinCode',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=8, unique=True, verbose_name='code')),
                ('until', models.DateTimeField(verbose_name='until')),
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='join_code', to='accounts.club', verbose_name='club')),
            ],
            options={
                'verbose_name': 'code to join',
                'verbose_name_plural': 'codes to join',
            },
        ),
        migrations.CreateModel(
            name='JoinRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(blank=True, max_length=200, verbose_name='who they say they are')),
                ('at', models.DateTimeField(verbose_name='asked')),
                ('answered_at', models.DateTimeField(blank=True, null=True, verbose_name='answered')),
                ('accepted', models.BooleanField(blank=True, null=True, verbose_name='accepted')),
                ('answered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='answered by')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='join_requests', to='accounts.club', verbose_name='club')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='join_requests', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'request to join',
                'verbose_name_plural': 'requests to join',
                'ordering': ['at', 'id'],
            },
        ),
        migrations.CreateModel(
            name='MailedInvitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.EmailField(blank=True, max_length=254, verbose_name='mail address')),
                ('name', models.CharField(blank=True, max_length=60, verbose_name='name')),
                ('greeting', models.CharField(blank=True, max_length=200, verbose_name='greeting')),
                ('language', models.CharField(max_length=2, verbose_name='language')),
                ('at', models.DateTimeField(verbose_name='invited')),
                ('until', models.DateTimeField(verbose_name='until')),
                ('sent_at', models.DateTimeField(null=True, verbose_name='sent')),
                ('closed_at', models.DateTimeField(null=True, verbose_name='closed')),
                ('outcome', models.CharField(blank=True, choices=[('used', 'used'), ('withdrawn', 'withdrawn'), ('expired', 'expired')], max_length=9, verbose_name='outcome')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='invited by')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mailed_invitations', to='accounts.club', verbose_name='club')),
                ('used_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='joined as')),
            ],
            options={
                'verbose_name': 'invitation by mail',
                'verbose_name_plural': 'invitations by mail',
                'ordering': ['-at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='MemberChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('what', models.CharField(choices=[('names', 'names corrected'), ('merged', 'double member merged'), ('asked', 'asked two members to become one'), ('agreed', 'agreed to become one member'), ('role', 'role given'), ('left', 'left the club'), ('removed', 'removed from the club'), ('by-link', 'joined by the link'), ('by-code', 'joined by the code'), ('by-mail', 'joined by an invitation by mail'), ('code', 'made a code to join'), ('code-off', 'switched the code to join off'), ('invited', 'invited somebody by mail'), ('withdrew', 'withdrew an invitation by mail')], max_length=8, verbose_name='what')),
                ('before', models.CharField(max_length=400, verbose_name='before')),
                ('after', models.CharField(max_length=400, verbose_name='after')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('actor', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='member_changes', to='accounts.club', verbose_name='club')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='member_changes', to=settings.AUTH_USER_MODEL, verbose_name='member')),
            ],
            options={
                'verbose_name': 'change of a member',
                'verbose_name_plural': 'changes of members',
                'ordering': ['-at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('owner', 'owner'), ('secretary', 'secretary'), ('arbiter', 'arbiter'), ('member', 'member'), ('guest', 'guest')], default='member', max_length=9, verbose_name='role')),
                ('since', models.DateTimeField(verbose_name='since')),
                ('listed_name', models.CharField(blank=True, max_length=150, verbose_name="name in the club's list")),
                ('listed_mail', models.EmailField(blank=True, max_length=254, verbose_name="mail in the club's list")),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='accounts.club', verbose_name='club')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'membership',
                'verbose_name_plural': 'memberships',
            },
        ),
        migrations.CreateModel(
            name='MergeRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='asked')),
                ('kept_agreed', models.BooleanField(default=False)),
                ('double_agreed', models.BooleanField(default=False)),
                ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.club', verbose_name='club')),
                ('double', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('kept', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'request to merge',
                'verbose_name_plural': 'requests to merge',
            },
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('turn', 'It is my turn, and no screen of mine shows the table'), ('table', 'A table of mine is ready'), ('evening', 'An evening is tomorrow, or its deadline is today'), ('substitute', 'A substitute is wanted'), ('draw', 'The seats are drawn'), ('ruling', 'A round of mine is in question, or judged'), ('secretary', 'The secretary has a message or a change'), ('friend', 'A friend asks me something or invites me to a table'), ('other', 'Everything else')], default='other', max_length=10, verbose_name='kind')),
                ('subject', models.CharField(max_length=200, verbose_name='subject')),
                ('text', models.TextField(blank=True, verbose_name='text')),
                ('mentions', models.JSONField(default=list, verbose_name='players named')),
                ('url', models.CharField(max_length=200, verbose_name='address on this site')),
                ('question', models.CharField(blank=True, default='', max_length=60, verbose_name='what is asked')),
                ('at', models.DateTimeField(verbose_name='told')),
                ('read_at', models.DateTimeField(blank=True, null=True, verbose_name='read')),
                ('answered_at', models.DateTimeField(blank=True, null=True, verbose_name='answered')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'notice',
                'verbose_name_plural': 'notices',
                'ordering': ['-at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='PushDevice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.CharField(max_length=1000, unique=True, verbose_name='address at the push service')),
                ('p256dh', models.CharField(max_length=100, verbose_name='public key')),
                ('auth', models.CharField(max_length=40, verbose_name='shared secret')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('kinds_off', models.JSONField(default=list, verbose_name='kinds that are off')),
                ('with_details', models.BooleanField(default=False, verbose_name='with details')),
                ('created_at', models.DateTimeField(verbose_name='since')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_devices', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'push device',
                'verbose_name_plural': 'push devices',
                'ordering': ['created_at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='PushMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=10, verbose_name='kind')),
                ('title', models.TextField(verbose_name='title')),
                ('text', models.TextField(blank=True, verbose_name='text')),
                ('mentions', models.JSONField(default=list, verbose_name='players named')),
                ('url', models.CharField(max_length=200, verbose_name='address on this site')),
                ('topic', models.CharField(blank=True, max_length=32, verbose_name='topic')),
                ('at', models.DateTimeField(verbose_name='written')),
                ('until', models.DateTimeField(verbose_name='of use until')),
                ('device', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='accounts.pushdevice')),
                ('notice', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='push_messages', to='accounts.notice')),
            ],
            options={
                'verbose_name': 'push message',
                'verbose_name_plural': 'push messages',
            },
        ),
        migrations.CreateModel(
            name='QueuedMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('next_at', models.DateTimeField(db_index=True, verbose_name='sent from')),
                ('tries', models.PositiveSmallIntegerField(default=0, verbose_name='tries')),
                ('account_mail', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='queued_mail', to='accounts.accountmail')),
                ('invitation', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='queued_mail', to='accounts.mailedinvitation')),
                ('notice', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='queued_mail', to='accounts.notice')),
                ('push', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='queued', to='accounts.pushmessage')),
            ],
            options={
                'verbose_name': 'waiting message',
                'verbose_name_plural': 'waiting messages',
            },
        ),
        migrations.CreateModel(
            name='Regular',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('friend', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='friend')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'regular partner at the table',
                'verbose_name_plural': 'regular partners at the table',
            },
        ),
        migrations.CreateModel(
            name='Renaming',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(auto_now_add=True, verbose_name='at')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'renaming',
                'verbose_name_plural': 'renamings',
            },
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('kind', 'person'), models.Q(('is_staff', False), ('is_superuser', False)), _connector='OR'), name='only_people_are_staff'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('nickname_key', ''), _negated=True), name='nickname_reads_as_something'),
        ),
        migrations.AddConstraint(
            model_name='block',
            constraint=models.UniqueConstraint(fields=('player', 'blocked'), name='blocked_once'),
        ),
        migrations.AddConstraint(
            model_name='friendship',
            constraint=models.UniqueConstraint(fields=('asked_by', 'asked'), name='one_friendship_a_pair'),
        ),
        migrations.AddConstraint(
            model_name='friendship',
            constraint=models.CheckConstraint(condition=models.Q(('accepted_at', None), ('declined_at', None), _connector='OR'), name='accepted_or_declined'),
        ),
        migrations.AddConstraint(
            model_name='joinrequest',
            constraint=models.UniqueConstraint(condition=models.Q(('answered_at', None)), fields=('club', 'player'), name='one_open_request'),
        ),
        migrations.AddConstraint(
            model_name='mailedinvitation',
            constraint=models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('club', 'address'), name='one_open_invitation_to_an_address'),
        ),
        migrations.AddConstraint(
            model_name='mailedinvitation',
            constraint=models.CheckConstraint(condition=models.Q(('closed_at', None), models.Q(('address', ''), ('greeting', ''), ('name', '')), _connector='OR'), name='a_closed_invitation_names_nobody'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.UniqueConstraint(fields=('club', 'player'), name='once_in_a_club'),
        ),
        migrations.AddConstraint(
            model_name='mergerequest',
            constraint=models.UniqueConstraint(fields=('kept', 'double'), name='one_request_to_merge_a_pair'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(fields=['player', '-at'], name='notices_of_a_player'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('read_at', None)), fields=['player'], name='unread_notices'),
        ),
        migrations.AddConstraint(
            model_name='queuedmessage',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('account_mail', None), ('invitation', None), ('notice__isnull', False), ('push', None)), models.Q(('account_mail', None), ('invitation__isnull', False), ('notice', None), ('push', None)), models.Q(('account_mail__isnull', False), ('invitation', None), ('notice', None), ('push', None)), models.Q(('account_mail', None), ('invitation', None), ('notice', None), ('push__isnull', False)), _connector='OR'), name='a_message_is_about_one_thing'),
        ),
        migrations.AddConstraint(
            model_name='regular',
            constraint=models.UniqueConstraint(fields=('player', 'friend'), name='regular_once'),
        ),
    ]
