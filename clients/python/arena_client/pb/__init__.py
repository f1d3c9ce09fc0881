"""Generated from proto/arena/v1: never edit it."""
