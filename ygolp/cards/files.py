"""Files of card records: the [[card]] tables of a .toml or .json file, or a .jsonl file with a record a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ygolp import schema
from ygolp.cards.pool import Pool, Record, embedded, fold
from ygolp.errors import ScenarioError, YgolpError


def read_cards(path: str | Path, base: Pool | None = None) -> list[Record]:
    """Return the records of a file. Raises ScenarioError with every fault, each naming key and culprit.

    Ripple lines may name cards of the file and of the base pool (that of the package if there is none).
    """
    from ygolp.cards.faults import record_faults
    from ygolp.cards.ripple_line import with_tables

    file = Path(path)
    labelled = _lines(file) if file.suffix == ".jsonl" else _tables(file)
    try:
        problems = [fault for where, record in labelled for fault in schema.check_card(record, where)]
    except RecursionError:
        problems = ["nested too deeply"]
    if not problems:
        labelled, problems = with_tables(labelled, base or embedded())
        problems += [f"{where}.{fault}" for where, record in labelled for fault in record_faults(record)]
        problems += _twice(labelled)
    if problems:
        raise ScenarioError(str(path), problems)
    return [record for _, record in labelled]


def _tables(file: Path) -> list[tuple[str, Any]]:
    from ygolp.scenario import read_file

    data = read_file(file)
    if not isinstance(data, dict) or not isinstance(data.get("card"), list) or not data["card"]:
        raise ScenarioError(str(file), ["no card records there: [[card]] is missing"])
    # Such a file can be a scenario; then it is right as a whole.
    problems = [] if set(data) == {"card"} else schema.check_scenario(data)
    if problems:
        raise ScenarioError(str(file), problems)
    return [(f"card[{number}]", record) for number, record in enumerate(data["card"], 1)]


def _lines(file: Path) -> list[tuple[str, Any]]:
    from ygolp.scenario import read_text

    found: list[tuple[str, Any]] = []
    for number, line in enumerate(read_text(file).split("\n"), 1):
        if line.strip():
            try:
                found.append((f"line {number}", json.loads(line)))
            except (RecursionError, ValueError) as error:
                raise ScenarioError(str(file), [f"line {number}: no valid JSON: {error}"]) from None
    if not found:
        raise ScenarioError(str(file), ["no card records there"])
    return found


def _twice(labelled: Sequence[tuple[str, Record]]) -> list[str]:
    seen: set[str] = set()
    problems = []
    for where, record in labelled:
        if fold(record["name"]) in seen:
            problems.append(f"{where}.name: {record['name']!r}: a second card of that name")
        seen.add(fold(record["name"]))
    return problems


def known(files: Iterable[str | Path], base: Pool | None = None) -> Pool:
    """Return a pool (the embedded one) with the records of these files; those of a later file hide equal names."""
    pool = base or embedded()
    for file in files:
        pool = Pool(read_cards(file, pool), base=pool)
    return pool


def look_up(names: Iterable[str], pool: Pool) -> list[Record]:
    """Return the record of each name or passcode; that of a Ripple Monster is its String Monster's.

    Raises YgolpError with a line for each name that is not there, and the nearest spelling.
    """
    asked = list(names)
    found = [pool.find(name) or pool.find_ripple(name) for name in asked]
    missing = [name for name, record in zip(asked, found, strict=True) if record is None]
    if missing:
        raise YgolpError("\n".join(f"{name!r}: unknown card{pool.hint(name)}" for name in missing))
    return [record for record in found if record is not None]
