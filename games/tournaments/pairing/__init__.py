"""Who sits with whom, and where: pure functions. No Django, no clock; chance comes from a published seed."""
