"""The simulation behind `manage.py pace`: people with nights and days away play whole games by email.

The rules, the orders and the clock are real; the people, their calendars and their mail are simulated.
Nothing here depends on a particular game, uses a database or sends anything.
"""
