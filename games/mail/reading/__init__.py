"""Reading a letter that came in: pure functions on bytes that never raise, whatever comes."""
