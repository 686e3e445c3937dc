"""The queue of outgoing email: what is due, sending it, retrying, giving up."""
