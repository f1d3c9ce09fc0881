"""Every client's greedy bot, as a real process, holds the scripted conversations of clients/vectors."""

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
@pytest.mark.parametrize("address", [None, "", "somewhere", "http://127.0.0.1:1", "tcp://"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_address_of_another_form_is_told(language: str, address: str | None) -> None:
    environment = {"ARENA_TOKEN": TOKEN} | ({} if address is None else {"ARENA_ADDRESS": address})
    with built(language).start("greedy", environment) as bot:
        output, errors = bot.communicate(timeout=2 * WAIT_S)
    assert (bot.returncode, output) == (1, "")
    assert errors == (
        f"ARENA_ADDRESS is {address or ''!r}, expected tcp://host:port, tls://host:port or unix:///path; "
        "the arena sets it: start the bot with `arena run`\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_at_the_address_is_told(language: str, tmp_path: Path) -> None:
    with built(language).start("greedy", {"ARENA_ADDRESS": f"unix://{tmp_path}/nobody"}) as bot:
        output, errors = bot.communicate(timeout=2 * WAIT_S)
    assert (bot.returncode, output) == (1, "")
    assert errors.startswith("the arena ended the connection: UNAVAILABLE: ")
    assert errors.count("\n") == 1
