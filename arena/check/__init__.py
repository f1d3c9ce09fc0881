"""Tries out one bot before it plays: what it does well, what it does not, and what to do about it."""
