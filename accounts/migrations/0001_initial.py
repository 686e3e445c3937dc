# The custom user model is here from the first migration: changing it later is surgery.

import accounts.models
import accounts.zones
import django.core.validators
import django.db.models.functions.text
import django.utils.timezone
from django.db import migrations, models


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
                ('language', models.CharField(choices=accounts.models.languages, default='en', max_length=10, verbose_name='language')),
                ('time_zone', models.CharField(default='UTC', max_length=64, validators=[accounts.zones.validate_time_zone], verbose_name='time zone')),
                ('is_staff', models.BooleanField(default=False, verbose_name='may use the admin pages')),
                ('is_active', models.BooleanField(default=True, verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='joined')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'person',
                'verbose_name_plural': 'people',
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('email'), name='user_email_whatever_case', violation_error_message='This address has an account.'), models.UniqueConstraint(django.db.models.functions.text.Lower('handle'), name='user_handle_whatever_case', violation_error_message='This handle is taken.')],
            },
            managers=[
                ('objects', accounts.models.UserManager()),
            ],
        ),
    ]
