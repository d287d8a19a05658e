"""Looking at boards side by side: a process for each core."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from types import MappingProxyType
from typing import Any

from ygolp.board import Board, replace
from ygolp.search.expand import MOST_AT_ONCE, Expander, Expansion

_records: dict[str, dict[str, Any]] = {}
_expander = Expander()


def workers(board: Board, number: int | None = None) -> Executor | None:
    """Return processes that know the cards of a duel; None where one core, or one process, has to do."""
    number = number or len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1))
    if number < 2:
        return None
    return ProcessPoolExecutor(number, get_context("spawn"), _begin, (dict(board.records),))


def expand(pool: Executor, boards: Sequence[Board]) -> Iterator[Expansion]:
    """Yield what follows from each board, in order."""
    records = boards[0].records
    light = [replace(board, records={}, sides=dict(board.sides)) for board in boards]
    size = max(1, min(MOST_AT_ONCE, -(-len(light) // (os.cpu_count() or 1))))
    parts = [light[start : start + size] for start in range(0, len(light), size)]
    for part in pool.map(_expand, parts):
        for expansion in part:
            steps = (step._replace(board=replace(step.board, records=records)) for step in expansion.steps)
            yield expansion._replace(steps=tuple(steps))


def _begin(records: dict[str, dict[str, Any]]) -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that began them.
    _records.update(records)


def _expand(boards: Sequence[Board]) -> list[Expansion]:
    known = MappingProxyType(_records)
    found = _expander.expand([replace(board, records=known) for board in boards])
    return [
        each._replace(steps=tuple(step._replace(board=replace(step.board, records={})) for step in each.steps))
        for each in found
    ]
