"""Where a server listens."""

import pytest

from arena.errors import ConfigError
from arena.sessions.address import UNIX_PATH_BYTES, server_target

LONGEST = "/" + "x" * (UNIX_PATH_BYTES - 1)


@pytest.mark.parametrize(
    ("address", "target"),
    [
        ("tcp://127.0.0.1:0", "127.0.0.1:0"),
        ("tcp://localhost:50051", "localhost:50051"),
        ("tcp://[::1]:7", "[::1]:7"),
        ("unix:///run/arena/socket", "unix:/run/arena/socket"),
        (f"unix://{LONGEST}", f"unix:{LONGEST}"),
    ],
)
def test_an_address_becomes_the_librarys_own_form(address: str, target: str) -> None:
    assert server_target(address) == target


@pytest.mark.parametrize(
    "address",
    [
        "",
        "127.0.0.1:0",
        "tcp://",
        "tcp://127.0.0.1",
        "tcp://127.0.0.1:",
        "tcp://:50051",
        "tcp://127.0.0.1:http",
        "tcp://127.0.0.1:-1",
        "http://127.0.0.1:80",
        "unix://relative/path",
        "unix:/run/socket",
        f"unix://{LONGEST}x",
        "unix:///" + "ü" * 54,
    ],
)
def test_any_other_address_is_refused_in_words(address: str) -> None:
    with pytest.raises(ConfigError) as caught:
        server_target(address)
    assert str(caught.value) == (
        f"the address is {address!r}, expected tcp://host:port or unix:///absolute/path of at most 107 bytes"
    )
