"""What an operator watches: is the house well, how much is there to do, and what has happened."""
