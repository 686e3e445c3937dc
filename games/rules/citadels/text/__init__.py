"""Everything Citadels says: events, moves, questions, tables and scores as sentences."""
