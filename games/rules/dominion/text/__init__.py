"""The game in words: events, questions, refusals, orders, the table as text."""
