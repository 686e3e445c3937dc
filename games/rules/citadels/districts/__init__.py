"""District cards: their numbers in `table`, what the unique ones do in `unique`."""
