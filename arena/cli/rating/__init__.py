"""Ratings on screen: where the games come from, which model, tables, charts and pictures."""
