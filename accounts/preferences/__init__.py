"""What people can set for themselves: language, time zone, quiet hours, emails, looks, and time-outs."""
