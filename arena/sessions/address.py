"""`ARENA_ADDRESS` and the forms that the gRPC library has for it."""

from arena.errors import ConfigError

__all__ = ["UNIX_PATH_BYTES", "server_target"]

UNIX_PATH_BYTES = 107
"""Longest path of a unix socket."""


def server_target(address: str) -> str:
    """Where to listen, in the library's own form.

    Raises:
        ConfigError: if the address is neither `tcp://host:port` nor `unix:///absolute/path`.
    """
    scheme, _, rest = address.partition("://")
    if scheme == "tcp" and rest.rpartition(":")[2].isdecimal() and rest.rpartition(":")[0]:
        return rest
    if scheme == "unix" and rest.startswith("/") and len(rest.encode()) <= UNIX_PATH_BYTES:
        return f"unix:{rest}"
    raise ConfigError(
        f"the address is {address!r}, expected tcp://host:port or unix:///absolute/path "
        f"of at most {UNIX_PATH_BYTES} bytes"
    )
