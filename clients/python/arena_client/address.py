"""Where the arena listens: `ARENA_ADDRESS` as a channel of the gRPC library."""

import os
from collections.abc import Mapping
from pathlib import Path

import grpc

__all__ = ["channel"]

_RECONNECT_MS = 100
_OPTIONS = [
    ("grpc.enable_http_proxy", 0),
    ("grpc.max_receive_message_length", -1),
    # else a lost connection would soon be tried again only every few seconds
    ("grpc.initial_reconnect_backoff_ms", _RECONNECT_MS),
    ("grpc.max_reconnect_backoff_ms", _RECONNECT_MS),
]


def channel(environment: Mapping[str, str] = os.environ) -> grpc.Channel:
    """A channel to the arena that the environment names.

    Raises:
        ValueError: if the address is missing or of an unknown form, or a file of it cannot be read.
    """
    address = environment.get("ARENA_ADDRESS", "")
    scheme, separator, rest = address.partition("://")
    if not separator or not rest or scheme not in ("tcp", "tls", "unix"):
        raise ValueError(
            f"ARENA_ADDRESS is {address!r}, expected tcp://host:port, tls://host:port or unix:///path; "
            "the arena sets it: start the bot with `arena run`"
        )
    if scheme == "tls":
        return grpc.secure_channel(rest, _credentials(environment), _OPTIONS)
    if scheme == "tcp":
        return grpc.insecure_channel(rest, _OPTIONS)
    # a path is no host name, which some servers insist on
    return grpc.insecure_channel(f"unix:{rest}", [*_OPTIONS, ("grpc.default_authority", "localhost")])


def _credentials(environment: Mapping[str, str]) -> grpc.ChannelCredentials:
    authority, key, certificate = (
        _read(name, environment.get(name)) for name in ("ARENA_TLS_CA", "ARENA_TLS_KEY", "ARENA_TLS_CERT")
    )
    return grpc.ssl_channel_credentials(authority, key, certificate)


def _read(name: str, path: str | None) -> bytes | None:
    try:
        return Path(path).read_bytes() if path else None
    except OSError as error:
        raise ValueError(f"{name} is {path!r}, expected a file that can be read: {error.strerror}") from None
