import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0006_rematches"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='JoinLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('max_uses', models.PositiveSmallIntegerField(verbose_name='people it is for')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('expires_at', models.DateTimeField(verbose_name='expires')),
                ('revoked_at', models.DateTimeField(blank=True, null=True, verbose_name='revoked')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='join_links', to='games.game', verbose_name='game')),
            ],
            options={
                'verbose_name': 'invitation link',
                'verbose_name_plural': 'invitation links',
            },
        ),
        migrations.CreateModel(
            name='JoinLinkUse',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('used_at', models.DateTimeField(verbose_name='used')),
                ('is_barred', models.BooleanField(db_default=False, default=False, verbose_name='removed by the host')),
                ('link', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='uses', to='games.joinlink', verbose_name='invitation link')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'use of an invitation link',
                'verbose_name_plural': 'uses of invitation links',
            },
        ),
        migrations.AddField(
            model_name='invitation',
            name='join_link',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='games.joinlink', verbose_name='invitation link'),
        ),
        migrations.AddConstraint(
            model_name='joinlink',
            constraint=models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True)), fields=('game',), name='join_link_one_a_table'),
        ),
        migrations.AddConstraint(
            model_name='joinlink',
            constraint=models.CheckConstraint(condition=models.Q(('max_uses__gte', 1)), name='join_link_has_uses'),
        ),
        migrations.AddConstraint(
            model_name='joinlinkuse',
            constraint=models.UniqueConstraint(fields=('link', 'user'), name='join_link_used_once'),
        ),
    ]
