"""The rules of Dominion: the base game and Intrigue, both in their first editions."""
