"""What `make bench` measures: a module for each room, a function for each group of measures."""
