"""Every client's greedy bot, as a real process, holds the scripted conversations of clients/vectors."""

import base64
import subprocess
from collections.abc import Mapping
from pathlib import Path

import grpc
import pytest
import trustme

from tests.clients.languages import LANGUAGES, built
from tests.clients.scripted_arena import TOKEN, WAIT_S, ScriptedArena, serving
from tests.clients.vectors import Case, cases

SESSIONS = {case["id"]: case for case in cases("session.json")}
PLAIN = SESSIONS["plain"]


def hold(language: str, case: Case, environment: Mapping[str, str], arena: ScriptedArena) -> None:
    """Let a bot hold a conversation, and compare all there is to compare."""
    with built(language).start("greedy", {"ARENA_TOKEN": TOKEN, **environment}) as bot:
        try:
            output, errors = bot.communicate(timeout=2 * WAIT_S)
        except subprocess.TimeoutExpired:
            bot.kill()
            raise
    assert arena.wrong == []
    assert (bot.returncode, output) == (case["exit_code"], "")
    assert errors.strip() == case["stderr"]
    assert arena.done.wait(WAIT_S)


@pytest.mark.slow
@pytest.mark.parametrize("case_id", SESSIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_conversation_goes_as_the_script_says(language: str, case_id: str) -> None:
    arena = ScriptedArena(SESSIONS[case_id]["steps"])
    with serving(arena, "127.0.0.1:0") as port:
        hold(language, SESSIONS[case_id], {"ARENA_ADDRESS": f"tcp://127.0.0.1:{port}"}, arena)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bot_dials_a_unix_socket(language: str, tmp_path: Path) -> None:
    arena = ScriptedArena(PLAIN["steps"])
    with serving(arena, f"unix:{tmp_path}/arena"):
        hold(language, PLAIN, {"ARENA_ADDRESS": f"unix://{tmp_path}/arena"}, arena)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bot_dials_over_tls_and_shows_its_certificate(language: str, tmp_path: Path) -> None:
    arena = ScriptedArena(PLAIN["steps"])
    credentials, environment = certificates(tmp_path)
    with serving(arena, "localhost:0", credentials) as port:
        hold(language, PLAIN, {"ARENA_ADDRESS": f"tls://localhost:{port}", **environment}, arena)


def certificates(folder: Path) -> tuple[grpc.ServerCredentials, dict[str, str]]:
    """What a server needs that asks for certificates, and what the bot's environment needs for it."""
    authority = trustme.CA()
    own, bots = authority.issue_cert("localhost"), authority.issue_cert("bot")
    authority.cert_pem.write_to_path(folder / "ca.pem")
    bots.private_key_pem.write_to_path(folder / "key.pem")
    bots.cert_chain_pems[0].write_to_path(folder / "cert.pem")
    pair = (own.private_key_pem.bytes(), own.cert_chain_pems[0].bytes())
    environment = {f"ARENA_TLS_{name.upper()}": str(folder / f"{name}.pem") for name in ("ca", "cert", "key")}
    return grpc.ssl_server_credentials([pair], authority.cert_pem.bytes(), True), environment


@pytest.mark.slow
@pytest.mark.parametrize("payload", [b"\xff\xff", b"\x2a\x05\x0a", b"\x2a\x03\x0a\x01\xff"], ids=bytes.hex)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_that_cannot_be_read_is_told(language: str, payload: bytes) -> None:
    said = {"says": base64.b64encode(payload).decode()}
    arena = ScriptedArena([*PLAIN["steps"][:2], said, {"hears_end": True}, {"ends": "OK"}])
    with serving(arena, "127.0.0.1:0") as port:
        environment = {"ARENA_TOKEN": TOKEN, "ARENA_ADDRESS": f"tcp://127.0.0.1:{port}"}
        errors = refusal(language, environment)
    assert errors.startswith("the arena ended the connection: INTERNAL: ")
    assert arena.wrong == []


def refusal(language: str, environment: Mapping[str, str]) -> str:
    """The one sentence with which a bot ends that cannot go on."""
    with built(language).start("greedy", environment) as bot:
        try:
            output, errors = bot.communicate(timeout=2 * WAIT_S)
        except subprocess.TimeoutExpired:
            bot.kill()
            raise
    assert (bot.returncode, output, errors.count("\n")) == (1, "", 1), errors
    return errors


ADDRESSES = [
    None,
    "",
    "somewhere",
    "http://127.0.0.1:1",
    "tcp://",
    "tcp://host",
    "tcp://host:",
    "tcp://:4000",
    "tcp://host:http",
    "tcp://host:-1",
    "tcp://host:0",
    "tcp://host:65536",
    "tls://host:99999",
    "tcp://host:1/path",
    "tcp://a host:1",
    "tcp://::1:4000",
    "tls://[::1]",
    "unix://",
    "unix://path",
]


@pytest.mark.slow
@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_address_of_another_form_is_told(language: str, address: str | None) -> None:
    environment = {"ARENA_TOKEN": TOKEN} | ({} if address is None else {"ARENA_ADDRESS": address})
    assert refusal(language, environment) == (
        f"ARENA_ADDRESS is {address or ''!r}, expected tcp://host:port, tls://host:port or unix:///path; "
        "the arena sets it: start the bot with `arena run`\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize("address", ["tcp://[::1]:1", "tcp://127.0.0.1:1", "tcp://localhost:1"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_address_may_be_a_number_or_a_name(language: str, address: str) -> None:
    errors = refusal(language, {"ARENA_TOKEN": TOKEN, "ARENA_ADDRESS": address})
    assert errors.startswith("the arena ended the connection: UNAVAILABLE: ")


@pytest.mark.slow
@pytest.mark.parametrize("token", ["two\nlines", "a\tb", "\x7f", "émile"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_token_that_no_header_can_carry_is_told(language: str, token: str) -> None:
    errors = refusal(language, {"ARENA_TOKEN": token, "ARENA_ADDRESS": "tcp://127.0.0.1:1"})
    assert errors == "ARENA_TOKEN has characters that no header can carry\n"


JUNK = b"not a certificate\n"
ARMOURED = b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
ARMOURED_KEY = ARMOURED.replace(b"CERTIFICATE", b"PRIVATE KEY")
CERTIFICATES = "a file with PEM certificates that can be read"
KEY = "a file with the PEM key of ARENA_TLS_CERT that can be read"
PAIR = ("ARENA_TLS_CERT", "ARENA_TLS_KEY")
EXPECTED = {"ca": CERTIFICATES, "cert": CERTIFICATES, "key": KEY}


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPECTED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_for_tls_that_cannot_be_used_is_told(language: str, name: str, tmp_path: Path) -> None:
    _, environment = certificates(tmp_path)
    file = tmp_path / f"{name}.pem"
    for content in (JUNK, b"", b"\x30\x82\xff", ARMOURED_KEY if name == "key" else ARMOURED):
        file.write_bytes(content)
        told(language, environment, name, file)
    file.unlink()
    told(language, environment, name, file)
    file.mkdir()
    told(language, environment, name, file)


def told(language: str, environment: Mapping[str, str], name: str, file: Path) -> None:
    """Expect that a bot says which file it is, and what it should be."""
    errors = refusal(language, {"ARENA_TOKEN": TOKEN, "ARENA_ADDRESS": "tls://localhost:1", **environment})
    assert errors.startswith(f"ARENA_TLS_{name.upper()} is '{file}', expected {EXPECTED[name]}: ")


@pytest.mark.slow
@pytest.mark.parametrize(("given", "missing"), [PAIR, PAIR[::-1]])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_certificate_and_its_key_go_together(
    language: str, given: str, missing: str, tmp_path: Path
) -> None:
    _, environment = certificates(tmp_path)
    del environment[missing]
    assert refusal(language, {"ARENA_ADDRESS": "tls://localhost:1", **environment}) == (
        f"{given} is set, but {missing} is not, expected both or neither\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_at_the_address_is_told(language: str, tmp_path: Path) -> None:
    errors = refusal(language, {"ARENA_ADDRESS": f"unix://{tmp_path}/nobody"})
    assert errors.startswith("the arena ended the connection: UNAVAILABLE: ")
