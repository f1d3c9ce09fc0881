"""A person at the table: what `arena play` shows, asks and understands."""
