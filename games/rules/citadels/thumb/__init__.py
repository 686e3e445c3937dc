"""Rules of thumb: how somebody plays Citadels who sees only what a seat may see."""
