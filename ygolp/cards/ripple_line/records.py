"""Card records whose Ripple Monster is a pasted line: the line becomes the table that the rest of ygolp reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ygolp.cards.pool import Pool, Record, fold
from ygolp.cards.ripple_line.reading import Line, RippleLineError, read_line

Labelled = tuple[str, Record]
HIGHEST_LEVEL = 12


def with_tables(labelled: Iterable[Labelled], base: Pool) -> tuple[list[Labelled], list[str]]:
    """Return the records, each with its Ripple Monster as a table, and what is wrong with their lines.

    Names of materials are those of the base pool and of these records. A record whose line is wrong is returned
    without its Ripple Monster, and without the type that goes with it.
    """
    found: list[Labelled] = []
    problems: list[str] = []
    lines: list[tuple[int, str, Line]] = []
    for where, record in labelled:
        ripple = record.get("ripple")
        if isinstance(ripple, str) or (isinstance(ripple, dict) and "line" in ripple):
            text, at, beside = (ripple, f"{where}.ripple", {}) if isinstance(ripple, str) else (
                ripple["line"], f"{where}.ripple.line", {key: part for key, part in ripple.items() if key != "line"}
            )  # fmt: skip
            try:
                line = read_line(text)
                record = {**record, "ripple": ripple_table(line, beside)}
                lines.append((len(found), at, line))
            except RippleLineError as error:
                problems.append(f"{at}: {error}")
                record = {key: part for key, part in record.items() if key != "ripple"}
                record["types"] = [kind for kind in record.get("types", ()) if kind != "string"]
        found.append((where, record))
    if lines:
        pool = Pool((record for _, record in found), base=base)
        for index, at, line in lines:
            problems += [f"{at}: {error}" for error in _named(line, found[index][1]["ripple"], pool)]
    return found, problems


def ripple_table(line: Line, beside: dict[str, Any]) -> dict[str, Any]:
    """Return the table of a Ripple Monster: what the line says, and what the record says beside it.

    Effect text is not understood: it stands in `effects_not_modelled` as it is, unless the record says itself what of
    the effects is not modelled. Names of materials are as the line has them.
    """
    table: dict[str, Any] = {"name": beside.get("name", line.name)}
    if "zh" in beside or (line.chinese and table["name"] != line.name):
        table["zh"] = beside.get("zh", line.name)
    table |= {
        "types": ["effect"] if line.effect else [], "race": line.race, "level": line.level, "atk": line.atk,
        "def": line.defense, "materials": [dict(requirement.slot) for requirement in line.requirements],
    }  # fmt: skip
    if line.text:
        table["effects_not_modelled"] = [line.text]
    return table | {key: part for key, part in beside.items() if key not in ("name", "zh")}


def level_warnings(record: Record) -> list[str]:
    """Return a sentence on a Ripple Monster, carried by a card or there itself, whose Level no official card has."""
    own = record if "ripple" in record.get("types", ()) else record.get("ripple", {})
    if own.get("level", 0) <= HIGHEST_LEVEL:
        return []
    return [f"{own['name']}: Level {own['level']}: official Levels end at {HIGHEST_LEVEL}"]


def _named(line: Line, table: dict[str, Any], pool: Pool) -> Iterator[RippleLineError]:
    """Give the materials of a table the names that the rules know; yield what is wrong with the names of the line."""
    if fold(line.name) not in map(fold, filter(None, (table["name"], table.get("zh")))):
        problem = f"the Ripple Monster is called {table['name']} beside the line"
        yield RippleLineError(line.name_column, line.name, problem)
    for slot, requirement in zip(table["materials"], line.requirements, strict=True):
        if "name" not in slot:
            continue
        written = slot["name"]
        record, carrier = pool.find(written), pool.find_ripple(written)
        if record is not None and "token" in record.get("types", ()):
            yield RippleLineError(requirement.column, written, "a token cannot be a Ripple Material")
        elif record is not None:
            slot["name"] = record.get("treated_as", record["name"])
        elif carrier is not None:
            slot["name"] = carrier["ripple"]["name"]
        else:
            yield RippleLineError(requirement.column, written, f"unknown card{pool.hint(written)}")
