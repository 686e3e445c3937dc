from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    label = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import belongings
        from games.mail import outbox, webhooks
        from games.play import people

        belongings.register(
            "games", export=people.export, close=people.close, warn=people.warn, reached=outbox.reached
        )
        webhooks.connect()
