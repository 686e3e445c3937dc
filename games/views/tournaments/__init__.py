"""Pages of events, and what the links of letters about them open."""
