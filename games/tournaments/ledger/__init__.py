"""The ledger of a tournament: transactions that append to it, and the state folded from it."""
