"""The pictures of the docs, generated from the running product."""
