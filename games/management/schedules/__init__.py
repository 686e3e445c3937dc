"""Generator of the stored schedules without repeats; `manage.py schedules` runs it."""
