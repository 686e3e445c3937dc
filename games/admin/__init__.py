"""The admin site for operators."""

from games.admin import games, tournaments

__all__ = ["games", "tournaments"]
