"""The characters, a file for each rank; `card` says what a character is made of."""
