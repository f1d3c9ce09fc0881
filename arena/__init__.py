"""A tournament arena for bots that play Splendor."""
