"""The .proto files: generated code is theirs, the linter is content, names suit every client language."""

import keyword
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from arena.v1 import arena_pb2, game_pb2, record_pb2

ROOT = Path(__file__).resolve().parent.parent
PROTO = ROOT / "proto"
BUF = Path(sys.executable).parent / "buf"
HANG_GUARD_S = 120
FILES = [game_pb2.DESCRIPTOR, record_pb2.DESCRIPTOR, arena_pb2.DESCRIPTOR]

KEYWORDS = {
    "python": " ".join([*keyword.kwlist, *keyword.softkwlist]),
    "go": """
        break case chan const continue default defer else fallthrough for func go goto if import interface
        map package range return select struct switch type var""",
    "rust": """
        abstract as async await become box break const continue crate do dyn else enum extern false final
        fn for gen if impl in let loop macro match mod move mut override priv pub ref return self Self
        static struct super trait true try type typeof unsafe unsized use virtual where while yield union""",
    "typescript": """
        abstract any arguments as asserts async await bigint boolean break case catch class const
        constructor continue debugger declare default delete do else enum eval export extends false
        finally for from function get if implements import in infer instanceof interface is keyof let
        module namespace never new null number object of package private protected public readonly require
        return set static string super switch symbol this throw true try type typeof undefined unique
        unknown var void while with yield""",
    "java": """
        abstract assert boolean break byte case catch char class const continue default do double else
        enum extends false final finally float for goto if implements import instanceof int interface long
        native new null package private protected public record return sealed short static strictfp super
        switch synchronized this throw throws transient true try var void volatile while permits yield""",
    "c++": """
        alignas alignof and and_eq asm atomic_cancel atomic_commit atomic_noexcept auto bitand bitor bool
        break case catch char char8_t char16_t char32_t class compl concept const consteval constexpr
        constinit const_cast continue co_await co_return co_yield decltype default delete do double
        dynamic_cast else enum explicit export extern false final float for friend goto if import inline
        int long module mutable namespace new noexcept not not_eq nullptr operator or or_eq override
        private protected public reflexpr register reinterpret_cast requires return short signed sizeof
        static static_assert static_cast struct switch synchronized template this thread_local throw true
        try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq""",
}


def messages() -> list[Descriptor]:
    return [message for file in FILES for message in file.message_types_by_name.values()]


def enums() -> list[EnumDescriptor]:
    nested = [enum for message in messages() for enum in message.enum_types]
    return [enum for file in FILES for enum in file.enum_types_by_name.values()] + nested


def names() -> Iterator[str]:
    """Every name of a field or of a oneof, with its message."""
    for message in messages():
        yield from (f"{message.name}.{field.name}" for field in message.fields)
        yield from (f"{message.name}.{oneof.name}" for oneof in message.oneofs)


def succeeds(*command: str | Path, folder: Path = ROOT) -> None:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=HANG_GUARD_S, check=False
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.slow
def test_the_generated_code_is_what_the_files_say() -> None:
    succeeds(sys.executable, "proto/generate.py", "--check")


@pytest.mark.slow
def test_the_linter_is_content() -> None:
    succeeds(BUF, "lint", folder=PROTO)


def test_the_linter_makes_no_exceptions() -> None:
    text = (PROTO / "buf.yaml").read_text()
    assert "- STANDARD" in text
    assert "- COMMENTS" in text
    for word in ("except", "ignore", "allow", "disable"):
        assert word not in text
    for file in PROTO.rglob("*.proto"):
        assert "buf:lint" not in file.read_text()


def test_every_message_has_been_looked_at() -> None:
    assert len(messages()) > 20
    assert "MoveChosen.answer" in names()


@pytest.mark.parametrize("language", KEYWORDS)
def test_no_name_is_a_keyword(language: str) -> None:
    words = {word.lower() for word in KEYWORDS[language].split()}
    assert [name for name in names() if name.partition(".")[2] in words] == []


def test_what_is_played_has_no_floats_and_no_maps() -> None:
    floats = (FieldDescriptor.TYPE_FLOAT, FieldDescriptor.TYPE_DOUBLE)
    for message in game_pb2.DESCRIPTOR.message_types_by_name.values():
        assert [field.name for field in message.fields if field.type in floats] == []
        assert [nested.name for nested in message.nested_types if nested.GetOptions().map_entry] == []


def test_times_are_64_bits_and_name_their_unit() -> None:
    for message in messages():
        for field in message.fields:
            if field.name.endswith(("_us", "_ms", "_ns")):
                assert field.name.endswith("_us")
                assert field.type == FieldDescriptor.TYPE_INT64


@pytest.mark.parametrize("enum", enums(), ids=lambda enum: enum.name)
def test_zero_means_not_set_in_every_enum(enum: EnumDescriptor) -> None:
    zero = enum.values_by_number[0].name
    assert zero.endswith("_UNSPECIFIED")
    assert all(value.name.startswith(zero.removesuffix("UNSPECIFIED")) for value in enum.values)


def test_the_service_is_one_stream_both_ways() -> None:
    service = arena_pb2.DESCRIPTOR.services_by_name["ArenaService"]
    [method] = service.methods
    assert (service.full_name, method.name) == ("arena.v1.ArenaService", "Play")
    assert method.client_streaming
    assert method.server_streaming
