"""Give new people a night from 23 to 7, in which no deadline falls; emails come all the same."""

import datetime

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="quiet_from",
            field=models.TimeField(
                blank=True, default=datetime.time(23, 0), null=True, verbose_name="quiet from"
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="quiet_until",
            field=models.TimeField(
                blank=True, default=datetime.time(7, 0), null=True, verbose_name="quiet until"
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="holds_email",
            field=models.BooleanField(
                db_default=False, default=False, verbose_name="letters wait until morning"
            ),
        ),
    ]
