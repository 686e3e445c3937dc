"""What all games share: agenda, notation, chance, events, positions, records."""
