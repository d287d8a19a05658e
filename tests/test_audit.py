"""`ygolp audit`: what it finds of made-up String Monsters, and what it does not."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from ygolp import engine, pruning
from ygolp.audit import Audit, audit
from ygolp.audit.findings import Clock
from ygolp.audit.loops import loops
from ygolp.audit.report import audit_json, audit_text
from ygolp.audit.summons import Search, grow, never_summoned
from ygolp.cards.pool import Record, embedded
from ygolp.cli import main
from ygolp.duel import Duel
from ygolp.errors import NotationError
from ygolp.paths import ASP
from ygolp.scenario import read_data

PLENTY = 600
_FOUND: dict[tuple[str, ...], Audit] = {}


def string(name: str, ripple: str, materials: list[dict[str, Any]], **more: Any) -> Record:
    """Return a made-up Normal Monster that is a String Monster, with its line."""
    face = {"name": ripple, "types": ["effect"], "race": "Fairy", "level": 8, "atk": 2000, "def": 2000}
    return {
        "name": name, "card": "monster", "types": ["normal", "string"], "attribute": "LIGHT", "race": "Rock",
        "level": 4, "atk": 1000, "def": 1000, "ripple": {**face, "materials": materials}, **more,
    }  # fmt: skip


def of(*records: Record) -> Audit:
    """Audit made-up String Monsters among a few cards, once each."""
    key = tuple(str(record["name"]) for record in records)
    if key not in _FOUND:
        _FOUND[key] = _of(records)
    return _FOUND[key]


def _of(records: Sequence[Record]) -> Audit:
    few = [embedded().find(name) for name in ("Gemini Elf", "Alexandrite Dragon", "Umi")]
    return audit("ripple", [*(record for record in few if record is not None), *records], PLENTY, records)


def named(name: str) -> dict[str, Any]:
    return {"name": name, "place": "field"}


LOST = string("Lost String", "Lost Wave", [named("Card That Nobody Has")])
DRAGON = {"race": "Dragon", "place": "monster_zone"}
# Each asks for the other.
PAIR = (string("Left String", "Left Wave", [named("Right String")]),
        string("Right String", "Right Wave", [named("Left String")]))  # fmt: skip


def test_a_material_that_does_not_exist() -> None:
    found = of(LOST)
    assert found.complete
    (finding,) = found.part("summons").findings
    assert finding.kind == "never_summoned"
    assert finding.sentence.startswith("Lost Wave can never be summoned")
    (asked,) = finding.asked
    verdict = Duel(finding.boards[0]).why(asked.action)
    assert not verdict.legal
    assert "Card That Nobody Has" in asked.answer
    assert not found.part("summons").witnesses


def test_a_clean_pair() -> None:
    """Two String Monsters that name each other: each can be summoned, each Switch is possible, nothing is open."""
    found = of(*PAIR)
    assert found.complete
    for name in ("summons", "switches", "settings", "endings", "loops", "demands"):
        assert not found.part(name).findings, name
        assert found.part(name).bounds
    for name in ("summons", "switches"):
        witnesses = found.part(name).witnesses
        assert len(witnesses) == len(PAIR)
        for witness in witnesses:
            assert Duel(witness.boards[0]).why(witness.asked[0].action).legal


def test_a_ripple_monster_as_the_only_material() -> None:
    """The line of Third String is met by a Ripple Monster alone, which is found first."""
    third = string("Third String", "Third Wave", [{"race": "Fairy", "place": "monster_zone"}])
    found = of(*PAIR, third)
    assert not found.part("summons").findings
    assert len(found.part("summons").witnesses) == 3


def test_a_setting_that_decides() -> None:
    """Outer String lies on a pile of the pair: to Switch to one of the pair, its own card must be one too many."""
    outer = string("Outer String", "Outer Wave", [{"race": "Fairy", "place": "monster_zone"}])
    (finding,) = of(*PAIR, outer).part("settings").findings
    assert finding.kind == "setting"
    for asked in finding.asked:
        board = finding.boards[asked.board]
        legal = {
            value: Duel(board._replace(settings=(("ripple_switch_match", value),))).why(asked.action).legal
            for value in ("contains", "exact")
        }
        assert legal == {"contains": True, "exact": False}


def test_a_text_that_does_not_find_a_card_in_a_pile() -> None:
    condition = {"count": {"name": "Left String", "place": "field", "face": "up"}, "min": 1}
    seeker = {
        "name": "Seeker", "card": "monster", "types": ["effect"], "attribute": "DARK", "race": "Fiend", "level": 4,
        "atk": 0, "def": 0, "procedures": [{"from": ["hand"], "if": [condition]}],
    }  # fmt: skip
    (finding,) = audit("ripple", [*PAIR, seeker], PLENTY).part("demands").findings
    assert [Duel(finding.boards[asked.board]).why(asked.action).legal for asked in finding.asked] == [True, False]


def test_what_leaves_the_field_is_no_ripple_monster() -> None:
    """RP-019: a Ripple Monster is never in the GY or the hand, so that what is asked of a card there is not asked."""
    findings = of(*PAIR).part("rules").findings
    assert [finding.kind for finding in findings] == ["unreached_rule"] * 2
    assert {"Monster Reborn" in finding.sentence for finding in findings} == {True, False}


def test_a_switch_that_could_be_repeated_is_a_loop(tmp_path: Path) -> None:
    """Without the rule that a Ripple Monster is Switched once per turn, two Switches lead back."""
    search = Search("ripple", PAIR, Clock(PLENTY))
    assert never_summoned(search).complete
    assert grow(search)
    assert not loops(search).findings
    for path in ASP.rglob("*.lp"):
        copy = tmp_path / path.relative_to(ASP)
        copy.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text("utf-8")
        if path.name == "switch.lp":
            text = "\n".join(line for line in text.splitlines() if not line.startswith("violation(switch_once"))
        copy.write_text(text, "utf-8")
    search.lines = search.lines[:1]
    found = loops(search, engine.Rulebook(tmp_path)).findings
    assert {finding.kind for finding in found} == {"loop"}
    assert all(len(finding.asked) in (2, 3) for finding in found)


def test_an_idle_switch() -> None:
    """A pile of two copies: the Switch to the other copy changes nothing but the ledger."""
    double = string("Double String", "Double Wave", [named("Double String")])
    (finding,) = of(double).part("loops").findings
    assert finding.kind == "idle_action"


def test_no_time() -> None:
    found = audit("ripple", [LOST], 0)
    assert not found.complete
    assert not found.findings
    assert "incomplete" in audit_text(found).splitlines()[0]


def test_boards_can_be_read_again() -> None:
    """The boards of an audit are scenario files, on which the questions have the answers that are told."""
    asked = 0
    for records in ((LOST,), PAIR):
        for part in audit_json(of(*records))["parts"]:
            for finding in part["findings"] + part["witnesses"]:
                duels = [Duel(read_data(tomllib.loads(text))) for text in finding["boards"]]
                for each in finding["asked"]:
                    duel = duels[each["board"]]
                    assert not duel.log or each["answer"] != "played"
                    if each["answer"] == "played":
                        duel.push(each["action"])
                    elif each["answer"] == "there is no such card":
                        with pytest.raises(NotationError):
                            duel.why(each["action"])
                    else:
                        assert duel.why(each["action"]).legal == (each["answer"] == "legal")
                    asked += 1
    assert asked > 10


def test_cards_without_a_string_monster(tmp_path: Path) -> None:
    path = tmp_path / "cards.jsonl"
    plain = {key: part for key, part in LOST.items() if key != "ripple"} | {"types": ["normal"]}
    path.write_text(json.dumps(plain) + "\n", "utf-8")
    result = CliRunner().invoke(main, ["audit", "--cards", str(path)])
    assert result.exit_code == 2
    assert "no String Monster there" in result.output


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "cards.jsonl"
    path.write_text(json.dumps(LOST) + "\n", "utf-8")
    runner = CliRunner()
    result = runner.invoke(main, ["audit", "--extension", "ripple", "--cards", str(path)])
    assert result.exit_code == 0, result.output
    assert "1. A Ripple Monster that can never be summoned: 1 found" in result.output
    assert "7. A loop within a turn: nothing found" in result.output
    result = runner.invoke(main, ["audit", "--cards", str(path), "--time", "0", "--json"])
    data = json.loads(result.output)
    assert (data["format"], data["complete"], data["extension"]) == (1, False, "ripple")
    assert [part["part"] for part in data["parts"]] == [
        "summons", "switches", "rules", "demands", "settings", "endings", "loops",
    ]  # fmt: skip


def test_the_question_is_the_same_when_it_is_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    records = [*PAIR, LOST]
    quick = never_summoned(Search("ripple", records, Clock(PLENTY)))
    monkeypatch.setattr(pruning, "digest", lambda: 0)
    assert never_summoned(Search("ripple", records, Clock(PLENTY))) == quick


def test_what_is_no_number_of_seconds_is_refused() -> None:
    result = CliRunner().invoke(main, ["audit", "--time", "nan"])
    assert result.exit_code == 2
    assert "nan is no number of seconds" in result.output
