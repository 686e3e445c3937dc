"""Tournay: three guilds of cards, citizens who work them, and town criers who bring bad news."""
