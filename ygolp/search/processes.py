"""Processes that do pieces of work, do not hear Ctrl-C, and end with the process that began them."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any


@contextmanager
def processes(
    number: int, begin: Callable[..., None] | None = None, given: tuple[Any, ...] = ()
) -> Iterator[ProcessPoolExecutor]:
    """Open so many processes; each calls `begin` first. At the end what still runs in them is given up."""
    context = get_context("spawn")
    reader, writer = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(number, context, _begin, (reader, begin, given))
    try:
        yield pool
    finally:
        writer.close()
        pool.shutdown(wait=True, cancel_futures=True)
        reader.close()


@contextmanager
def deaf() -> Iterator[None]:
    """Let processes that begin here not hear Ctrl-C from the start."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _begin(reader: Connection, begin: Callable[..., None] | None, given: tuple[Any, ...]) -> None:
    """Prepare a process: Ctrl-C is for the one that began it; when that ends, or closes the pipe, this one ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def end() -> None:
        with suppress(EOFError, OSError):
            reader.recv_bytes()
        os._exit(1)

    threading.Thread(target=end, daemon=True).start()
    if begin is not None:
        begin(*given)
