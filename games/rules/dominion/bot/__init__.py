"""The rule-based bot, which uses only what its own seat may see, and a sparring partner to measure it by."""
