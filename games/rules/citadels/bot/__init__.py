"""The rule-based bot: it plays Citadels using only what its own seat may see."""
