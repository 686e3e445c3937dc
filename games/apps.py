from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    label = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import belongings
        from games.house import counting
        from games.mail import outbox, webhooks
        from games.play import away, people

        belongings.register(
            "games",
            export=people.export,
            close=people.close,
            warn=people.warn,
            reached=outbox.reached,
            retime=away.retime,
        )
        webhooks.connect()
        counting.connect()
