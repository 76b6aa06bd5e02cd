"""The contents of 001."""
