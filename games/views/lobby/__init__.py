"""Pages before a game: lists of tables, the new-table wizard, invitations, the waiting room."""
