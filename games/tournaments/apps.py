from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "games.tournaments"
    label = "tournaments"
    verbose_name = _("Tournaments")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts.personal_data import register
        from games.mail import registry
        from games.mail.addresses import TOURNAMENT
        from games.play import organizers
        from games.tournaments import organizer_app, personal_data
        from games.tournaments.ledger.transaction import resend_dropped_notices
        from games.tournaments.mail import replies
        from games.tournaments.models import TournamentNotice
        from games.tournaments.staff import conflicts

        registry.register_app(
            TOURNAMENT,
            "e",
            registry.MailApp(
                model=TournamentNotice,
                has_recipient=replies.is_known_key,
                handle_reply=replies.process_reply,
                build_answer=replies.build_answer_email,
                handle_table_lines=replies.handle_table_reply,
            ),
        )
        organizers.register(
            organizers.OrganizerApp(
                list_organizers=conflicts.list_neutral_staff,
                find_tournament_link=organizer_app.find_tournament_link,
                may_review_game=conflicts.may_review_game,
                list_tournaments_awaiting_answer=organizer_app.list_tournaments_awaiting_answer,
                list_badges=organizer_app.list_badges,
                list_ratings=organizer_app.list_ratings,
                handle_game_end=organizer_app.trigger_director,
            )
        )
        register(
            "tournaments",
            export=personal_data.export_user_data,
            close=personal_data.close_account,
            revoke=personal_data.revoke_links,
            warn=personal_data.list_closing_warnings,
            reached=resend_dropped_notices,
        )
