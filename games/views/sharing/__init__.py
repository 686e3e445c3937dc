"""Share cards: what other programs show of a link to us, by tags in the head of a page and a picture of ours.

Only of what a stranger may see. `cards` says what stands on a card, `drawing` and `lettering` make the
picture of it, `pictures` answers with it.
"""
