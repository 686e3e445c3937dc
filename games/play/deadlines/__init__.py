"""Deadlines of decisions: clocks of seats, alarms, extensions, leave, outages."""
