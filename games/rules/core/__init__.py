"""What all games share: agenda, notation, random numbers, events, positions, records."""
