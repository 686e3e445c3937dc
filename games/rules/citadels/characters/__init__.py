"""The character cards, one module for each rank; `card` defines what a character consists of."""
