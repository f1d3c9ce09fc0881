"""One writer at a time: a lock on a file beside the store.

The kernel gives the lock back when its holder ends, however it ends, so it can never be stale.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.errors import StoreError

__all__ = ["locked"]


@contextmanager
def locked(store: Path) -> Iterator[None]:
    """Hold the lock of a store while the context is open.

    Raises:
        StoreError: if somebody else holds it, or its file cannot be made.
    """
    real = Path(os.path.realpath(store))  # one lock, by whatever way the file is reached
    path = real.with_name(f"{real.name}.lock")
    try:
        file = path.open("a")
    except FileNotFoundError:
        raise StoreError(
            f"cannot make the store {str(store)!r}: there is no folder {str(store.parent)!r}"
        ) from None
    except OSError as error:
        raise StoreError(f"cannot make {str(path)!r}: {error.strerror}") from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StoreError(f"{str(store)!r} is in use by another `arena run`; wait for it to end") from None
        yield
