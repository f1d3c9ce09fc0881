"""What threads leave for a task of trio."""

import threading
from pathlib import Path

import trio

from arena.sessions.mailbox import Mailbox

PATIENCE_SECONDS = 10


async def test_an_item_from_another_thread_wakes_who_waits() -> None:
    mailbox: Mailbox[str] = Mailbox()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.to_thread.run_sync, mailbox.post, "news")
        with trio.fail_after(PATIENCE_SECONDS):
            await mailbox.wait()
    assert (mailbox.take(), mailbox.take()) == (["news"], [])


async def test_nothing_is_lost_and_each_thread_is_heard_in_its_order() -> None:
    mailbox: Mailbox[tuple[int, int]] = Mailbox()
    threads, each = 4, 500

    def post_all(thread: int) -> None:
        for number in range(each):
            mailbox.post((thread, number))

    posting = [threading.Thread(target=post_all, args=(thread,)) for thread in range(threads)]
    for thread in posting:
        thread.start()
    heard: list[tuple[int, int]] = []
    with trio.fail_after(PATIENCE_SECONDS):
        while len(heard) < threads * each:
            await mailbox.wait()
            heard += mailbox.take()
    for thread in posting:
        thread.join()
    for thread_number in range(threads):
        assert [number for thread, number in heard if thread == thread_number] == list(range(each))


async def test_a_ring_wakes_without_an_item_and_only_once() -> None:
    mailbox: Mailbox[str] = Mailbox()
    mailbox.ring()
    with trio.fail_after(PATIENCE_SECONDS):
        await mailbox.wait()
    with trio.move_on_after(0) as impatience:
        await mailbox.wait()
    assert impatience.cancelled_caught
    assert mailbox.take() == []


async def test_more_rings_than_a_socket_holds_do_not_block() -> None:
    mailbox: Mailbox[int] = Mailbox()
    for number in range(100_000):
        mailbox.post(number)
    with trio.fail_after(PATIENCE_SECONDS):
        await mailbox.wait()
    assert mailbox.take() == list(range(100_000))


def _descriptors() -> int:
    return len(list(Path("/dev/fd").iterdir()))


def test_a_dropped_mailbox_leaves_no_descriptor() -> None:
    before = _descriptors()
    boxes: list[Mailbox[str]] = [Mailbox() for _ in range(20)]
    assert _descriptors() == before + 40
    boxes.clear()
    assert _descriptors() == before
