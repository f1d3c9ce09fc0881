"""What the exit code of the command says."""

__all__ = ["DONE", "FAILED", "INTERRUPTED", "USAGE"]

DONE = 0
"""It did what was asked for."""
FAILED = 1
"""The job failed."""
USAGE = 2
"""The command line, a plan or a bot is not what it must be."""
INTERRUPTED = 130
"""It was told to stop."""
