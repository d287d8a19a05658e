"""Looking at boards side by side: a process for each core, started when there is enough to do."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from ygolp import engine
from ygolp.board import Board, replace
from ygolp.search.expand import MOST_AT_ONCE, Expander, Expansion
from ygolp.search.processes import deaf, processes

ENOUGH = 24  # boards; for fewer a process costs more than it saves


def cores() -> int:
    """Return how many processes may run at the same time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Workers:
    """Processes that know the cards of a duel; one after `with`, they are gone."""

    def __init__(
        self, board: Board, number: int | None = None, rulebook: engine.Rulebook = engine.SHIPPED, sets: bool = False
    ) -> None:  # fmt: skip
        self.number = number or cores()
        self._records = dict(board.records)
        self._rulebook = rulebook
        self._sets = sets
        self._pool: ProcessPoolExecutor | None = None
        self._open = ExitStack()

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *error: object) -> None:
        self._open.close()
        self._pool = None

    def wanted(self, boards: int) -> bool:
        """Say whether so many boards are worth several processes."""
        return self.number > 1 and boards >= ENOUGH and (not self._rulebook.own or self._rulebook.text == "")

    def expand(self, boards: Sequence[Board]) -> Iterator[Expansion]:
        """Yield what follows from each board, in order."""
        if self._pool is None:
            given = (self._records, self._rulebook.folder, self._rulebook.more, self._sets)
            self._pool = self._open.enter_context(processes(self.number, _begin, given))
        records = boards[0].records
        light = [replace(board, records={}, sides=dict(board.sides)) for board in boards]
        size = max(1, min(MOST_AT_ONCE, -(-len(light) // self.number)))
        parts = [light[start : start + size] for start in range(0, len(light), size)]
        with deaf():
            found = self._pool.map(_expand, parts)
        for part in found:
            for expansion in part:
                steps = (step._replace(board=replace(step.board, records=records)) for step in expansion.steps)
                yield expansion._replace(steps=tuple(steps))


class _Process:
    """What a process knows: the records of the duel, and what it has found out about Summons of effects."""

    records: dict[str, dict[str, Any]]
    expander: Expander


def _begin(records: dict[str, dict[str, Any]], folder: Path, more: Sequence[Path], sets: bool) -> None:
    _Process.records = records
    _Process.expander = Expander(engine.Rulebook(folder, more), sets)


def _expand(boards: Sequence[Board]) -> list[Expansion]:
    found = _Process.expander.expand([replace(board, records=_Process.records) for board in boards])
    return [
        each._replace(steps=tuple(step._replace(board=replace(step.board, records={})) for step in each.steps))
        for each in found
    ]
