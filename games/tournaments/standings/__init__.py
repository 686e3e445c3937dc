"""Who stands where, and why: pure functions of how tables ended. No Django, no clock, no rounding."""
