"""What `make bench` measures: a module for each part of the site, a function for each group of measures."""
