"""Public profiles, leave, and the calendar feed."""
