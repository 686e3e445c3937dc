from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "games.tournaments"
    label = "tournaments"
    verbose_name = _("Tournaments")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import belongings
        from games.mail import correspondence
        from games.mail.addresses import EVENT
        from games.play import hosts
        from games.tournaments import impartial, outbox, people, replies
        from games.tournaments.models import Letter

        correspondence.register(
            EVENT,
            "e",
            correspondence.Correspondence(
                rows=Letter,
                leads_somewhere=replies.leads_somewhere,
                obey=replies.obey,
                answer=replies.answer,
                from_table=replies.from_table,
            ),
        )
        hosts.register(impartial.hosts)
        belongings.register(
            "tournaments",
            export=people.export,
            close=people.close,
            warn=people.warn,
            reached=outbox.reached,
        )
