from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0007_join_links"),
    ]

    operations = [
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['state', '-started_at', '-id'], name='game_by_start'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['state', '-ended_at', '-id'], name='game_by_end'),
        ),
    ]
