"""The pages of the operator."""

from games.admin import of_events, of_games

__all__ = ["of_events", "of_games"]
