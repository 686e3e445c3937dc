# People: guests, quiet hours, letters, former handles, closing. And the table of the shared cache.
#
# Rate limits count in the cache, and they are worth nothing unless all processes count together. Where no
# CACHE_URL is set, the cache is a table of the database. `createcachetable` would have to be remembered after
# `migrate`, and makes no table while the settings name another cache; so the table is made here, with the
# columns that Django's DatabaseCache expects. It is no model: the state of the migrations does not know it.

import accounts.letters
import django.db.models.deletion
import django.utils.timezone
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

    dependencies = [
        ('accounts', '0001_initial'),
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='FormerHandle',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('handle', models.CharField(max_length=20, verbose_name='handle')),
                ('until', models.DateTimeField(default=django.utils.timezone.now, verbose_name='until')),
            ],
            options={
                'verbose_name': 'former handle',
                'verbose_name_plural': 'former handles',
                'ordering': ['-until'],
            },
        ),
        migrations.AddField(
            model_name='user',
            name='closed_at',
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name='closed'),
        ),
        migrations.AddField(
            model_name='user',
            name='is_guest',
            field=models.BooleanField(default=False, help_text='Came by an invitation and has not signed up.', verbose_name='guest'),
        ),
        migrations.AddField(
            model_name='user',
            name='mail',
            field=models.JSONField(blank=True, default=dict, validators=[accounts.letters.validate_mail], verbose_name='letters'),
        ),
        migrations.AddField(
            model_name='user',
            name='quiet_from',
            field=models.TimeField(blank=True, null=True, verbose_name='quiet from'),
        ),
        migrations.AddField(
            model_name='user',
            name='quiet_until',
            field=models.TimeField(blank=True, null=True, verbose_name='quiet until'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('quiet_from__isnull', True), ('quiet_until__isnull', True)), models.Q(('quiet_from__isnull', False), ('quiet_until__isnull', False)), _connector='OR'), name='user_quiet_both_or_neither', violation_error_message='Quiet hours need a beginning and an end.'),
        ),
        migrations.AddField(
            model_name='formerhandle',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='former_handles', to=settings.AUTH_USER_MODEL, verbose_name='person'),
        ),
        migrations.SeparateDatabaseAndState(database_operations=[CACHE_TABLE]),
    ]
