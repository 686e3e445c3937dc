"""Complete schedules of several rounds, in which nobody meets anybody twice."""
