"""The pictures of the docs: taken from the running product, never drawn by hand."""
