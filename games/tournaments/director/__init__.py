"""The director: runs rounds, starts tables, collects results, advances stages."""
