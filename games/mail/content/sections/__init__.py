"""What emails about games say: one function for each kind of news, as sections for text and HTML."""
