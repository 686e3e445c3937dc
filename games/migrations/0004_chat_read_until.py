"""Which messages of the table chat a player has seen. What was said before counts as seen."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Max


def mark_all_read(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    newest = apps.get_model("games", "ChatMessage").objects.aggregate(newest=Max("pk"))["newest"]
    if newest:
        apps.get_model("games", "Seat").objects.update(chat_read_until=newest)


class Migration(migrations.Migration):
    dependencies = [("games", "0003_longer_moves")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="chat_read_until",
            field=models.PositiveBigIntegerField(db_default=0, default=0, verbose_name="talk read until"),
        ),
        migrations.RunPython(mark_all_read, migrations.RunPython.noop),
    ]
