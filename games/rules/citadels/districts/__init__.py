"""District cards: `cards` holds their numbers, `effects` what the unique ones do."""
