"""Tournaments: what is planned, which games that makes, how they are run and what comes of them."""
