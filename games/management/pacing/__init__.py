"""What `manage.py pace` simulates: people with nights and days away, who play whole games by mail.

The rules, the orders and the clock are the real ones; the people, their calendar and the post are made up.
Nothing here knows a game, touches a database or sends anything.
"""
