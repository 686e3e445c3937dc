from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_played_in_public"),
    ]

    operations = [
        migrations.AddField(
            model_name="pulse",
            name="letters_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="last sweep for letters"),
        ),
    ]
