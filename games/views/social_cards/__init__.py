"""Social cards: the tags and the picture that other programs show for a link to this site.

They show only what a stranger may see. `content` says what is on a card, `image` and `typography` draw it,
`views` serves the picture. The card of a tournament is among its own pages.
"""
