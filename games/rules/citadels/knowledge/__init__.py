"""What a seat may see, remembers and can deduce; dealing again what it does not know."""
