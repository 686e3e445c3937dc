"""Players without hands: they see a view and what is offered, and answer with a move."""
