# The custom user model is here from the first migration: changing it later is surgery. And the table of the
# shared cache: rate limits count in the cache, and they are worth nothing unless all processes count together.
# Where no CACHE_URL is set, the cache is a table of the database. `createcachetable` would have to be remembered
# after `migrate`, and makes no table while the settings name another cache; so the table is made here, with the
# columns that Django's DatabaseCache expects. It is no model: the state of the migrations does not know it.

import accounts.models
import accounts.preferences.mail_preferences
import accounts.preferences.quiet_hours
import accounts.preferences.time_zones
import accounts.server_time
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


CACHE_TABLE = migrations.CreateModel(
    name='Cache',
    fields=[
        ('cache_key', models.CharField(max_length=255, primary_key=True, serialize=False)),
        ('value', models.TextField()),
        ('expires', models.DateTimeField(db_index=True)),
    ],
    options={'db_table': 'cache'},
)


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('email', models.EmailField(max_length=254, unique=True, verbose_name='address')),
                ('handle', models.CharField(max_length=20, validators=[django.core.validators.RegexValidator('\\A[A-Za-z][A-Za-z0-9_-]{1,19}\\Z', 'A handle starts with a letter, goes on with letters, digits, - or _, and has 2 to 20 characters.')], verbose_name='handle')),
                ('language', models.CharField(choices=accounts.models.list_languages, default='en', max_length=10, verbose_name='language')),
                ('time_zone', models.CharField(default='UTC', max_length=64, validators=[accounts.preferences.time_zones.validate_time_zone], verbose_name='time zone')),
                ('quiet_from', models.TimeField(blank=True, null=True, verbose_name='quiet from')),
                ('quiet_until', models.TimeField(blank=True, null=True, verbose_name='quiet until')),
                ('holds_email', models.BooleanField(db_default=True, default=True, verbose_name='letters wait until morning')),
                ('free_days', models.JSONField(blank=True, db_default=[], default=list, validators=[accounts.preferences.quiet_hours.validate_free_days], verbose_name='free days')),
                ('leave', models.JSONField(blank=True, db_default=[], default=list, editable=False, verbose_name='leave')),
                ('reminder', models.PositiveSmallIntegerField(choices=[(50, 'when half of my time has passed'), (75, 'when a quarter of my time is left'), (90, 'when a tenth of my time is left')], db_default=75, default=75, verbose_name='reminder')),
                ('time_out', models.CharField(blank=True, db_default='', default='', max_length=10, verbose_name='when time runs out')),
                ('is_stand_in', models.BooleanField(db_default=False, default=False, verbose_name='stands in for others')),
                ('calendar_key', models.CharField(blank=True, editable=False, max_length=40, null=True, unique=True, verbose_name='calendar')),
                ('mail_preferences', models.JSONField(blank=True, default=dict, validators=[accounts.preferences.mail_preferences.validate_mail_preferences], verbose_name='letters')),
                ('digest_hours', models.JSONField(blank=True, default=accounts.preferences.mail_preferences.default_digest_hours, validators=[accounts.preferences.mail_preferences.validate_digest_hours], verbose_name='collected at')),
                ('bounce_days', models.PositiveSmallIntegerField(default=0, verbose_name='letters that came back')),
                ('bounced_at', models.DateTimeField(blank=True, null=True, verbose_name='last letter that came back')),
                ('unreachable_since', models.DateTimeField(blank=True, null=True, verbose_name='no letters since')),
                ('is_guest', models.BooleanField(default=False, help_text='Came by an invitation and has not signed up.', verbose_name='guest')),
                ('is_staff', models.BooleanField(default=False, verbose_name='may use the admin pages')),
                ('is_active', models.BooleanField(default=True, verbose_name='active')),
                ('date_joined', models.DateTimeField(default=accounts.server_time.now, editable=False, verbose_name='joined')),
                ('closed_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='closed')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'person',
                'verbose_name_plural': 'people',
            },
            managers=[
                ('objects', accounts.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='FormerHandle',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('handle', models.CharField(max_length=20, verbose_name='handle')),
                ('until', models.DateTimeField(default=accounts.server_time.now, verbose_name='until')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='former_handles', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'former handle',
                'verbose_name_plural': 'former handles',
                'ordering': ['-until'],
            },
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('email'), name='user_email_case_insensitive', violation_error_message='This address has an account.'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('handle'), name='user_handle_case_insensitive', violation_error_message='This handle is taken.'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('quiet_from__isnull', True), ('quiet_until__isnull', True)), models.Q(('quiet_from__isnull', False), ('quiet_until__isnull', False)), _connector='OR'), name='user_quiet_both_or_neither', violation_error_message='Quiet hours need a beginning and an end.'),
        ),
        migrations.SeparateDatabaseAndState(database_operations=[CACHE_TABLE]),
    ]
