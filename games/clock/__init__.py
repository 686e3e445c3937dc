"""Clock arithmetic on given instants. This package never reads the current time and knows no game rules."""
