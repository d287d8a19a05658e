"""The rulebook for reading: as a table, one rule, one statement of the catalogue, and what is not cited."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ygolp.errors import YgolpError, nearest
from ygolp.layout import hanging, pad, table, width
from ygolp.rulebook import Rule, catalogue, scenarios_by_source


def all_rules(rules: Mapping[str, Rule]) -> str:
    """Return the table of the rules: name, file and line, sources."""
    names = max(map(width, rules))
    places = max(width(_place(rule)) for rule in rules.values())
    lines: list[str] = []
    for rule in rules.values():
        first = f"{pad(rule.name, names)}  {pad(_place(rule), places)}  "
        lines += hanging(", ".join(rule.sources), first, columns=max(100, width(first) + 30))
    return "\n".join([*lines, "", f"{len(rules)} rules; `ygolp rules NAME` shows one."]) + "\n"


def one(key: str, rules: Mapping[str, Rule], scenarios: Path) -> str:
    """Return what is known of a rule or a citation; YgolpError if there is neither."""
    statements = catalogue().statements
    if key in rules:
        return _rule(rules[key], scenarios)
    exercised = scenarios_by_source(scenarios)
    citation = key if key in exercised else key.upper()
    citing = [rule for rule in rules.values() if citation in rule.sources]
    if citation not in statements and citation not in exercised and not citing:
        known = [*rules, *statements, *exercised]
        raise YgolpError(f"{key!r}: no rule and no source of that name{nearest(key, known)}")
    return _citation(citation, citing, exercised.get(citation, []))


def not_cited(ids: list[str]) -> str:
    """Return the ids of a catalogue that nothing cites, with their statements where they are known."""
    if not ids:
        return "Every id of the catalogue is cited.\n"
    lines: list[str] = []
    for key in ids:
        statement = catalogue().statements.get(key)
        lines += hanging(statement.sentence if statement else "", f"{key}  ")
    return "\n".join([*(line.rstrip() for line in lines), "", f"{len(ids)} ids are not cited."]) + "\n"


def _rule(rule: Rule, scenarios: Path) -> str:
    lines = [f"{rule.name}  ({_place(rule)})", *hanging(rule.sentence, "  "), "", "Sources"]
    for source in rule.sources:
        lines += hanging(catalogue().describe(source), "  ", "      ")
    return "\n".join([*lines, *_exercised(scenarios_by_source(scenarios).get(rule.name, []))]) + "\n"


def _citation(citation: str, citing: list[Rule], exercised: list[str]) -> str:
    statement = catalogue().statements.get(citation)
    lines = [citation]
    if statement is not None:
        lines += hanging(statement.sentence, "  ")
        lines += hanging(f"{statement.document.title}, line {statement.lines.replace(',', ', ')}", "    ")
    if citing:
        lines += ["", "Rules", *table([(rule.name, _place(rule)) for rule in citing], indent="  ")]
    return "\n".join([*lines, *_exercised(exercised)]) + "\n"


def _exercised(files: list[str]) -> list[str]:
    return ["", "Scenarios", *(f"  {file}" for file in files)] if files else ["", "No scenario names it."]


def _place(rule: Rule) -> str:
    return f"{rule.file}:{rule.line}"
