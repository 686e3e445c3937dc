"""The rule-based bot: it plays from what a seat sees and what it is offered."""
