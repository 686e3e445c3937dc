from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    label = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts.personal_data import register
        from games.mail.incoming import webhooks
        from games.mail.outgoing import game_outbox
        from games.ops import process_metrics
        from games.play import link_revocation, personal_data
        from games.play.deadlines import leave

        register(
            "games",
            export=personal_data.export_player,
            close=personal_data.anonymise_player,
            revoke=link_revocation.revoke_personal_links,
            warn=personal_data.list_closing_warnings,
            reached=game_outbox.handle_user_reachable,
            retime=leave.recompute_deadlines,
            moved=link_revocation.resend_open_questions,
        )
        webhooks.connect_signals()
        process_metrics.connect_signals()
