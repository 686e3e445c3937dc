"""The organizer's desk: setting a tournament up, running it, ruling on it."""
