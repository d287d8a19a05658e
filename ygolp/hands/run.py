"""Searching many hands: in one process, in several, or on a Dask cluster.

A piece of work is a few hands. What it finds out does not depend on the others, nor on how often it is done, so that
one that is lost with its worker is done again. Results are kept as they come, by the process that asks.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from contextlib import contextmanager
from typing import NamedTuple

from ygolp.errors import YgolpError
from ygolp.hands.answer import Answer, Plan
from ygolp.hands.counting import Hand
from ygolp.hands.question import Question, Result, unpacked
from ygolp.hands.store import Store
from ygolp.hands.together import AT_ONCE, search_together
from ygolp.search.processes import deaf, processes
from ygolp.search.workers import cores

# A piece of work is to take so many seconds; it has so many hands at most, and to begin with.
_PIECE, _MOST, _FIRST = 10.0, 4 * AT_ONCE, 8
# A hand that is on its way when processes break down is tried so many times.
_ATTEMPTS = 3
_CLUSTER = "a Dask cluster needs the extra `cluster`: pip install 'ygolp[cluster]'"


class Where(NamedTuple):
    """Where hands are searched: in so many processes of this machine (0: one for each core), or by that scheduler."""

    processes: int = 0
    scheduler: str | None = None


HERE = Where(1)
Progress = Callable[[int, int], None]
# Hands with their results, and the seconds that they took.
_Done = tuple[list[tuple[Hand, Result]], float]


def run(
    question: Question, plan: Plan, store: Store, where: Where = HERE, seconds: float | None = None,
    near: bool = False, progress: Progress | None = None,
) -> Answer:  # fmt: skip
    """Search the hands of a plan that the store does not know, until all are known, time is over, or Ctrl-C.

    With `near` also the hands one card away from those that fail. `progress` is called with the number of hands that
    are known, and of all that are wanted.
    """
    results = store.results()
    end = None if seconds is None else time.monotonic() + seconds
    stopped = ""
    try:
        stopped = _search(question, [*plan.weights], results, store, where, end, progress)
        if near and not stopped:
            wanted = Answer(plan, results).unsettled()
            stopped = _search(question, wanted, results, store, where, end, progress)
    except KeyboardInterrupt:
        stopped = "interrupted"
    gc.collect()  # what processes have shared is given back, however this one ends
    return Answer(plan, results, stopped)


def _search(
    question: Question, wanted: Sequence[Hand], results: dict[Hand, Result], store: Store, where: Where,
    end: float | None, progress: Progress | None,
) -> str:  # fmt: skip
    """Search those of the hands that have no result yet; return what ended it early, or ""."""
    todo = [hand for hand in wanted if hand not in results]
    known = len(wanted) - len(todo)
    if not todo:
        return ""
    for hand, result in _found(question, todo, where, end):
        if result is not None:
            store.add(hand, result)
            results[hand] = result
            known += 1
        if progress is not None:
            progress(known, len(wanted))
    return "" if known == len(wanted) else "seconds"


def _found(
    question: Question, todo: Sequence[Hand], where: Where, end: float | None
) -> Iterator[tuple[Hand, Result | None]]:
    """Yield hands with their results as they come, and now and then a hand without one, until time is over."""
    number = min(where.processes or cores(), len(todo))
    if where.scheduler is None and number < 2:
        yield from search_together(question, todo, end)
        return
    left = dict.fromkeys(todo)
    broken = 0
    while left:
        with _workers(number, where.scheduler) as (pool, most):
            try:
                for hand, result in _from_pool(pool, most, question.packed(), left, end):
                    broken = broken if result is None else 0
                    yield hand, result
                return
            except BrokenExecutor:
                broken += 1
                if broken >= _ATTEMPTS:
                    raise YgolpError(
                        f"the processes ended {broken} times without a result (out of memory?); what was found before "
                        "is kept in the file of results, if there is one"
                    ) from None


def _from_pool(
    pool: Executor, most: int, packed: bytes, left: dict[Hand, None], end: float | None
) -> Iterator[tuple[Hand, Result | None]]:
    """Yield hands with their results; `left` keeps those that have none yet."""
    started: dict[Future[_Done], tuple[Hand, ...]] = {}
    waiting = [*left]
    size = _FIRST
    while waiting or started:
        with deaf():
            while waiting and len(started) < most:
                # In the end nobody waits for a large piece of another one.
                piece = tuple(waiting[: max(1, min(size, len(waiting) // most))])
                del waiting[: len(piece)]
                started[pool.submit(search_piece, packed, piece)] = piece
        over = end is not None and time.monotonic() > end
        done, _ = wait(started, timeout=0 if over else 0.5, return_when=FIRST_COMPLETED)
        for future in done:
            piece = started.pop(future)
            found, seconds = future.result()
            size = max(1, min(_MOST, 2 * len(piece), int(_PIECE * len(piece) / max(seconds, 0.001))))
            for hand, result in found:
                del left[hand]
                yield hand, result
        if over:
            return
        if not done:
            yield next(iter(left)), None



def search_piece(packed: bytes, piece: Sequence[Hand]) -> _Done:
    """Search some hands, in whatever process, and say how many seconds it took."""
    begun = time.monotonic()
    found = [*search_together(unpacked(packed), piece)]
    return found, time.monotonic() - begun


@contextmanager
def _workers(number: int, scheduler: str | None) -> Iterator[tuple[Executor, int]]:
    """Open an executor, and say how many pieces of work it is given at once; at the end what still runs is given up."""
    if scheduler is not None:
        with _cluster(scheduler) as opened:
            yield opened
        return
    with processes(number) as pool:
        yield pool, 2 * number


@contextmanager
def _cluster(scheduler: str) -> Iterator[tuple[Executor, int]]:
    """Open a Dask cluster as an executor; it does the work of a lost worker again."""
    try:
        from distributed import Client
    except ImportError:
        raise YgolpError(_CLUSTER) from None
    try:
        client = Client(scheduler, timeout=20)
    except (OSError, ValueError, TypeError) as error:
        raise YgolpError(f"--scheduler {scheduler}: no Dask scheduler can be reached there: {error}") from None
    pool = client.get_executor(pure=False, retries=_ATTEMPTS)
    try:
        yield pool, 4 * max(1, sum(client.ncores().values()))
    except YgolpError:
        raise
    except (Exception, CancelledError) as error:  # whatever becomes of another machine
        raise YgolpError(
            f"--scheduler {scheduler}: the cluster does not go on: {type(error).__name__}: {error}\n"
            "what was found before is kept in the file of results, if there is one"
        ) from None
    finally:
        pool.shutdown(wait=False)
        client.close()
