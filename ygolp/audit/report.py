"""An audit as text and as JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from ygolp.audit import Audit, Finding, Part
from ygolp.report import FORMAT
from ygolp.writing import scenario_text

_WIDTH = 100


def audit_text(found: Audit, verbose: bool = False) -> str:
    """Return the findings of an audit with their boards; `verbose` adds the boards on which all is well."""
    count = len(found.findings)
    head = f"Audit of {found.extension}: {_many(found.string_monsters, 'String Monster')}, "
    head += f"{_many(found.records, 'card record')}; {_many(count, 'finding') if count else 'nothing found'}"
    head += "" if found.complete else "; incomplete: the time is up"
    lines = [head]
    for number, part in enumerate(found.parts, 1):
        lines += ["", *_part(number, part, verbose)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _part(number: int, part: Part, verbose: bool) -> Iterator[str]:
    result = f"{len(part.findings)} found" if part.findings else "nothing found"
    yield f"{number}. {part.question[:1].upper()}{part.question[1:]}: {result}{'' if part.complete else ', incomplete'}"
    yield from _wrapped(f"Searched: {part.bounds}.", "   ")
    for index, finding in enumerate(part.findings, 1):
        yield ""
        yield from _finding(f"{number}.{index} ", finding)
    for finding in part.witnesses if verbose else ():
        yield ""
        yield from _finding("", finding)


def _finding(label: str, finding: Finding) -> Iterator[str]:
    yield from _wrapped(label + finding.sentence, "   ")
    for number, board in enumerate(finding.boards):
        yield ""
        yield from textwrap.indent(scenario_text(board).strip(), "       ").splitlines()
        yield ""
        for asked in finding.asked:
            if asked.board == number:
                yield from _wrapped(f"{asked.action}: {asked.answer}", "     ")


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(
        text, _WIDTH, initial_indent=indent, subsequent_indent=indent + "  ", break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip


def audit_json(found: Audit) -> dict[str, Any]:
    """Return an audit in the stable form of `--json`; boards are scenario files as text."""
    return {
        "format": FORMAT, "extension": found.extension, "string_monsters": found.string_monsters,
        "records": found.records, "complete": found.complete, "parts": [_part_json(part) for part in found.parts],
    }  # fmt: skip


def _part_json(part: Part) -> dict[str, Any]:
    return {
        "part": part.name, "question": part.question, "bounds": part.bounds, "complete": part.complete,
        "findings": [_finding_json(finding) for finding in part.findings],
        "witnesses": [_finding_json(finding) for finding in part.witnesses],
    }  # fmt: skip


def _finding_json(finding: Finding) -> dict[str, Any]:
    return {
        "kind": finding.kind, "sentence": finding.sentence,
        "boards": [scenario_text(board) for board in finding.boards],
        "asked": [asked._asdict() for asked in finding.asked],
    }  # fmt: skip


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
