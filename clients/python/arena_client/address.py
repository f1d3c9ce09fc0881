"""Where the arena listens: `ARENA_ADDRESS` as a channel of the gRPC library."""

import os
import re
import ssl
from collections.abc import Mapping
from pathlib import Path

import grpc

__all__ = ["channel", "token"]

_RECONNECT_MS = 100
_OPTIONS = [
    ("grpc.enable_http_proxy", 0),
    ("grpc.max_receive_message_length", -1),
    # else a lost connection would soon be tried again only every few seconds
    ("grpc.initial_reconnect_backoff_ms", _RECONNECT_MS),
    ("grpc.max_reconnect_backoff_ms", _RECONNECT_MS),
]
_AUTHORITY = re.compile(r"(?:\[[0-9A-Za-z:.%_-]+\]|[0-9A-Za-z._-]+):([0-9]{1,5})")


def channel(environment: Mapping[str, str] = os.environ) -> grpc.Channel:
    """A channel to the arena that the environment names.

    Raises:
        ValueError: if the address is missing or of an unknown form, or a file of it cannot be used.
    """
    address = environment.get("ARENA_ADDRESS", "")
    scheme, _, rest = address.partition("://")
    if scheme == "tls" and _is_authority(rest):
        return grpc.secure_channel(rest, _credentials(environment), _OPTIONS)
    if scheme == "tcp" and _is_authority(rest):
        return grpc.insecure_channel(rest, _OPTIONS)
    if scheme == "unix" and rest.startswith("/"):
        # a path is no host name, which some servers insist on
        return grpc.insecure_channel(f"unix:{rest}", [*_OPTIONS, ("grpc.default_authority", "localhost")])
    raise ValueError(
        f"ARENA_ADDRESS is {address!r}, expected tcp://host:port, tls://host:port or unix:///path; "
        "the arena sets it: start the bot with `arena run`"
    )


def token(environment: Mapping[str, str] = os.environ) -> str:
    """What the arena knows the bot by.

    Raises:
        ValueError: if it cannot be sent.
    """
    given = environment.get("ARENA_TOKEN", "")
    if not (given.isascii() and given.isprintable()):
        raise ValueError("ARENA_TOKEN has characters that no header can carry")
    return given


def _is_authority(text: str) -> bool:
    found = _AUTHORITY.fullmatch(text)
    return found is not None and 1 <= int(found[1]) <= 65535


def _credentials(environment: Mapping[str, str]) -> grpc.ChannelCredentials:
    """Of PEM files, each of which may be left out; a certificate and its key go together."""
    ca, certificate, key = (environment.get(f"ARENA_TLS_{name}", "") for name in ("CA", "CERT", "KEY"))
    authority = _certificates("ARENA_TLS_CA", ca)
    if bool(certificate) != bool(key):
        given, missing = ("CERT", "KEY") if certificate else ("KEY", "CERT")
        raise ValueError(
            f"ARENA_TLS_{given} is set, but ARENA_TLS_{missing} is not, expected both or neither"
        )
    chain = _certificates("ARENA_TLS_CERT", certificate)
    return grpc.ssl_channel_credentials(authority, _key(key, certificate), chain)


def _certificates(name: str, path: str) -> bytes | None:
    try:
        if path:
            ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(path)
        return Path(path).read_bytes() if path else None
    except OSError as error:
        raise _unusable(name, path, "PEM certificates", error) from None


def _key(path: str, certificate: str) -> bytes | None:
    try:
        if path:
            ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_cert_chain(certificate, path, password="")
        return Path(path).read_bytes() if path else None
    except OSError as error:
        raise _unusable("ARENA_TLS_KEY", path, "the PEM key of ARENA_TLS_CERT", error) from None


def _unusable(name: str, path: str, content: str, error: OSError) -> ValueError:
    return ValueError(
        f"{name} is {path!r}, expected a file with {content} that can be read: {error.strerror}"
    )
