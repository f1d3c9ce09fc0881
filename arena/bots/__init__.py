"""How a bot process is described, started and ended. Knows nothing of games and of the protocol."""
