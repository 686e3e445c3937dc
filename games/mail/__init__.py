"""Email: building and sending it, receiving it and understanding replies."""
