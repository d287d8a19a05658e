"""The command line: what is printed, and with which exit status."""

from __future__ import annotations

import json
import subprocess
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import ygolp
from ygolp import report
from ygolp.cli import main
from ygolp.paths import ASP, SCENARIOS

FIRST = str(SCENARIOS / "first-board.toml")
# By the rules: Level 4 or lower takes no Tribute and Level 6 one; Levels 3 and 2 make 5; two monsters make Link 2.
FIRST_ACTIONS = [
    "normal summon Marauding Captain",
    "tribute summon Summoned Skull using Junk Synchron",
    "tribute summon Summoned Skull using Quillbolt Hedgehog",
    "tribute summon Summoned Skull using Sangan",
    "set Marauding Captain",
    "tribute set Summoned Skull using Junk Synchron",
    "tribute set Summoned Skull using Quillbolt Hedgehog",
    "tribute set Summoned Skull using Sangan",
    "flip summon Sangan",
    "change Junk Synchron to def",
    "change Quillbolt Hedgehog to atk",
    "synchro summon Junk Warrior using Junk Synchron, Quillbolt Hedgehog",
    "link summon I:P Masquerena using Junk Synchron, Quillbolt Hedgehog",
]
TWO_SANGANS = """
[a]
mmz = ["Sangan | zone 1", "Sangan | def, zone 2"]
hand = ["Summoned Skull"]
"""
# Six monsters, and a Token in the hand: two faults.
FAULTY = """
[a]
mmz = ["Sangan", "Sangan", "Sangan", "Kuriboh", "Kuriboh", "Gemini Elf"]
hand = ["Sheep Token"]
"""


def run(*arguments: str | Path) -> Result:
    try:
        runner = CliRunner(mix_stderr=False)  # type: ignore[call-arg]
    except TypeError:  # click 8.2 always keeps the two apart
        runner = CliRunner()
    return runner.invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


def answer(*arguments: str | Path) -> Any:
    return json.loads(run(*arguments, "--json").stdout)


# ---------------------------------------------------------------- legal


def test_every_legal_action_is_listed_once_under_its_kind() -> None:
    result = run("legal", FIRST)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    listed = [line[2:].split("  ")[0] for line in lines if line.startswith("  ")]
    assert listed == FIRST_ACTIONS
    assert lines[0] == "Player a, Main Phase 1, mr2020: 13 legal actions"
    above = lines[lines.index(next(line for line in lines if "synchro summon" in line)) - 1]
    assert above == "Synchro Summon"


def test_what_is_listed_can_be_pasted_back() -> None:
    duel = ygolp.load(FIRST)
    for each in answer("legal", FIRST)["legal"]:
        action = duel.parse(each["short"])
        assert action == duel.parse(each["action"])
        assert action in duel.legal_actions()
        for zone in each["zones"]:
            assert duel.parse(f"{each['short']} to {zone}").zone == zone
    assert run("why", FIRST, f"{FIRST_ACTIONS[-2]} in def to emz left").exit_code == 0


def test_zones_are_those_that_the_materials_leave() -> None:
    line = next(line for line in run("legal", FIRST).stdout.splitlines() if "Junk Warrior" in line)
    # Zones 2 and 3 fall free, 4 is held by Sangan; since 2020 an Extra Monster Zone may be used, but need not.
    assert line.split("  ")[-2:] == ["mmz1-3, mmz5, emz", "atk, def"]


def test_all_adds_what_cannot_be_done_and_why() -> None:
    result = run("legal", FIRST, "--all")
    refused = result.stdout.partition("Not legal now\n")[2]
    for text, rule in (
        ("synchro summon Stardust Dragon", "synchro_level_sum"),
        ("xyz summon Number 17: Leviathan Dragon", "xyz_materials"),
        ("special summon Dark Armed Dragon", "procedure_condition"),
        ("normal summon Dark Armed Dragon; set Dark Armed Dragon", "special_summon_monster_not_normal"),
    ):
        _, found, after = refused.partition(f"  {text}\n")
        assert found, text
        assert rule in after
    for possible in ("Summoned Skull", "Junk Warrior", "I:P Masquerena", "flip summon Sangan", "Kuriboh"):
        assert possible not in refused
    assert all(len(line) <= 100 for line in result.stdout.splitlines())


def test_all_names_each_card_once_and_asks_field_monsters_for_their_position(board: Callable[[str], Path]) -> None:
    file = board("""
        [a]
        hand = ["Gemini Elf | x2"]
        mmz = ["Sangan | arrived", "Kuriboh | fd_def, arrived", "Alexandrite Dragon | pos_changed"]
        normal_summons = 1
    """)
    found = {
        action["short"]: {reason["rule"] for reason in each["reasons"]}
        for each in answer("legal", file, "--all")["illegal"] for action in each["actions"]
    }  # fmt: skip
    assert found == {
        "normal summon Gemini Elf": {"normal_summon_once"},
        "set Gemini Elf": {"normal_summon_once"},
        "change Sangan to def": {"no_change_on_arrival"},
        "flip summon Kuriboh": {"no_change_on_arrival"},
        "change Alexandrite Dragon to def": {"position_change_once"},
    }


def test_all_covers_pendulum_and_ripple_summons(board: Callable[[str], Path]) -> None:
    file = board("""
        extensions = ["ripple"]
        [a]
        mmz = ["Wave Magician"]
        pz = ["Timegazer Magician | zone left"]
    """)
    found = {
        action["kind"]: {reason["rule"] for reason in each["reasons"]}
        for each in answer("legal", file, "--all")["illegal"] for action in each["actions"]
    }  # fmt: skip
    assert "pendulum_scales" in found["pendulum summon"]
    assert found["ripple summon"] == {"ripple_requirement_met"}


def test_what_is_not_modelled_is_said(board: Callable[[str], Path]) -> None:
    file = board("""
        [[card]]
        name = "Odd Scarecrow"
        card = "monster"
        types = ["effect"]
        level = 4
        attribute = "EARTH"
        race = "Plant"
        atk = 0
        def = 0
        not_modelled = ["It wards off birds."]
        [a]
        mmz = ["Odd Scarecrow"]
    """)
    assert "\nNot modelled: Odd Scarecrow: It wards off birds.\n" in run("legal", file).stdout
    assert answer("legal", file)["notes"] == ["Odd Scarecrow: not modelled: It wards off birds."]


def test_a_board_without_any_action(board: Callable[[str], Path]) -> None:
    result = run("legal", board('phase = "battle"\n[a]\nhand = ["Gemini Elf"]\n'))
    assert result.exit_code == 0
    assert result.stdout == (
        "Player a, Battle Phase, mr2020: no legal actions\n\n"
        "Not modelled: Battle Phase: replays, the windows of the Damage Step but for FLIP effects, most\n"
        "    effects that forbid or allow attacks, the way to the next phase\n"
    )


def test_json_has_the_documented_keys() -> None:
    opening = {"format", "file", "title", "era", "extensions", "turn_player", "phase"}
    card = {"name", "player", "place", "copy"}
    action = {"action", "short", "kind", "player", "card", "ripple", "using", "zone", "position"}
    listed = answer("legal", FIRST, "--all")
    assert set(listed) == opening | {"legal", "illegal", "notes"}
    assert set(listed["legal"][0]) == action | {"zones", "positions"}
    assert set(listed["legal"][0]["card"]) == card
    assert set(listed["illegal"][0]) == {"card", "actions", "nearest", "reasons"}
    assert set(listed["illegal"][0]["reasons"][0]) == {"rule", "sentence", "sources", "term"}
    single = answer("why", FIRST, "synchro summon Stardust Dragon")
    assert set(single) == opening | {"verdict", "asked", "action", "zones", "positions", "reasons", "repairs", "notes"}
    compared = answer("eras", FIRST)
    assert set(compared) == opening | {"eras", "impossible", "alike", "differences"}
    assert set(compared["differences"][0]) == action | {"legal", "reasons"}
    assert report.__doc__ is not None
    for key in opening | card | action | set(single) | set(compared) | set(listed):
        assert key in report.__doc__


def test_a_scenario_may_be_json(tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    file.write_text(json.dumps({"a": {"hand": ["Gemini Elf"]}}), encoding="utf-8")
    assert [each["short"] for each in answer("legal", file)["legal"]] == ["normal summon Gemini Elf", "set Gemini Elf"]


# ---------------------------------------------------------------- why


def test_a_legal_action() -> None:
    result = run("why", FIRST, "synchro summon Junk Warrior using Junk Synchron, Quillbolt Hedgehog")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0].startswith("legal: synchro summon Junk Warrior using")


def test_an_illegal_action_has_sentence_rule_and_sources() -> None:
    result = run("why", FIRST, "synchro summon Stardust Dragon using Junk Synchron, Quillbolt Hedgehog")
    assert result.exit_code == 1
    first, _, sentence, rule, *_ = result.stdout.splitlines()
    assert first == "illegal: synchro summon Stardust Dragon using Junk Synchron, Quillbolt Hedgehog"
    assert "5" in sentence
    assert "8" in sentence
    assert rule.strip() == "synchro_level_sum: SM-098"


def test_materials_left_out_are_looked_for() -> None:
    result = run("why", FIRST, "synchro summon Stardust Dragon")
    assert result.exit_code == 1
    assert "The nearest materials: Junk Synchron, Quillbolt Hedgehog" in result.stdout


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("synchro summon Kuriboh", 1),  # a card of the GY that is no Synchro Monster
        ("normal summon Solemn Judgment", 1),
        ("flip summon Giant Soldier of Stone", 1),  # of the opponent
        ("link summon Exodia", 2),  # no such card
        ("sumon Sangan", 2),
        ("", 2),
    ],
)
def test_exit_status(text: str, status: int) -> None:
    result = run("why", FIRST, text)
    assert result.exit_code == status
    assert bool(result.stdout) == (status == 1)
    assert result.stderr.startswith("ygolp: ") == (status == 2)


def test_an_ambiguous_action_lists_the_candidates(board: Callable[[str], Path]) -> None:
    file = board(TWO_SANGANS)
    result = run("why", file, "tribute summon Summoned Skull using Sangan")
    assert result.exit_code == 2
    assert [line.removeprefix("ygolp:").strip() for line in result.stderr.splitlines()[1:]] == [
        "Sangan (mmz1)", "Sangan (mmz2)",
    ]  # fmt: skip
    assert run("why", file, "tribute summon Summoned Skull using Sangan (mmz2)").exit_code == 0
    error = answer("why", file, "tribute summon Summoned Skull using Sangan")["error"]
    assert error["kind"] == "ambiguous"
    assert error["candidates"] == ["Sangan (mmz1)", "Sangan (mmz2)"]


def test_not_understood_in_json() -> None:
    assert answer("why", FIRST, "sumon Sangan")["error"]["kind"] == "not_understood"


def test_what_would_make_it_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    repair = types.SimpleNamespace(sentences=("Sangan is face-up.", "Kuriboh is not there."))
    monkeypatch.setattr("ygolp.duel.Duel.repair", lambda self, action: [repair], raising=False)
    result = run("why", FIRST, "synchro summon Stardust Dragon")
    assert "\nIt would be legal with\n  - Sangan is face-up. Kuriboh is not there.\n" in result.stdout
    assert answer("why", FIRST, "synchro summon Stardust Dragon")["repairs"] == [list(repair.sentences)]
    assert "It would be" not in run("why", FIRST, "flip summon Sangan").stdout


# ---------------------------------------------------------------- eras


def test_eras_say_what_differs_and_by_which_rule() -> None:
    text = run("eras", FIRST).stdout
    head = next(line for line in text.splitlines() if line.startswith("legal under"))
    assert head.split()[2:] == ["ocg2010", "mr2", "mr3", "mr4", "mr2020"]
    link = next(line for line in text.splitlines() if line.startswith("link summon I:P Masquerena"))
    assert link.split()[-5:] == ["-", "-", "-", "yes", "yes"]  # Link Monsters exist since 2017
    found = answer("eras", FIRST)["differences"]
    assert {each["card"]["name"] for each in found} == {"I:P Masquerena", "Junk Warrior"}
    warrior = next(each for each in found if each["card"]["name"] == "Junk Warrior")
    assert warrior["legal"]["mr4"]["zones"] == ["emz left", "emz right"]
    assert {reason["rule"] for reason in warrior["reasons"]["mr4"]} == {"usable_zone"}


def test_eras_without_a_difference(board: Callable[[str], Path]) -> None:
    result = run("eras", board('[a]\nhand = ["Gemini Elf"]\n'))
    assert result.stdout == "No difference: 2 legal actions are the same under all of them.\n"


def test_eras_that_have_no_such_board(board: Callable[[str], Path]) -> None:
    file = board('[a]\nhand = ["Gemini Elf"]\npz = ["Timegazer Magician | zone left"]\n')
    result = run("eras", file)
    assert result.exit_code == 0
    assert "There is no such board under mr2:" in result.stdout
    assert set(answer("eras", file)["impossible"]) == {"ocg2010", "mr2"}


def test_eras_of_one_action() -> None:
    result = run("eras", FIRST, "link summon I:P Masquerena")
    verdicts = {line.split()[0]: line.split()[1] for line in result.stdout.splitlines()[2:] if line[2:3].strip()}
    assert {era: word.strip(";") for era, word in verdicts.items()} == {
        "ocg2010": "illegal", "mr2": "illegal", "mr3": "illegal", "mr4": "legal", "mr2020": "legal",
    }  # fmt: skip
    answers = answer("eras", FIRST, "link summon I:P Masquerena")["answers"]
    assert answers["mr3"]["verdict"] == "illegal"
    assert run("eras", FIRST, "sumon Sangan").exit_code == 2


# ---------------------------------------------------------------- check


EXPECTING = """
[a]
hand = ["Gemini Elf"]

[[expect]]
source = "PS-006"
action = "normal summon Gemini Elf"
verdict = "{}"
"""


def test_check_of_the_first_board() -> None:
    result = run("check", FIRST)
    assert result.exit_code == 0, result.stdout
    assert result.stdout.splitlines()[-1].endswith("in 1 file hold")


def test_check_prints_what_fails(board: Callable[..., Path], tmp_path: Path) -> None:
    board(EXPECTING.format("legal"), "good.toml")
    board(EXPECTING.format("illegal"), "bad.toml")
    result = run("check", tmp_path)
    assert result.exit_code == 1
    first, second, *_, last = result.stdout.splitlines()
    assert first == f"{tmp_path / 'bad.toml'} expect[1] (mr2020): normal summon Gemini Elf"
    assert second.strip() == "expected illegal, is legal"
    assert last == "1 of 2 expectations in 2 files fails"


def test_check_does_not_pass_what_it_cannot_use(board: Callable[..., Path], tmp_path: Path) -> None:
    silent = board('[a]\nhand = ["Gemini Elf"]\n', "silent.toml")
    result = run("check", silent)
    assert result.exit_code == 1
    assert "expects nothing" in result.stdout
    board(EXPECTING.format("legal").replace("hand", "hnad"), "misspelt.toml")
    board(EXPECTING.format("legal"), "good.toml")
    result = run("check", tmp_path / "misspelt.toml", tmp_path / "good.toml")
    assert result.exit_code == 1
    assert "hnad" in result.stdout
    assert result.stdout.splitlines()[-1] == "1 expectation in 1 file holds; 1 file cannot be used"
    assert run("check", tmp_path / "absent.toml").exit_code == 2


def test_rules_of_ones_own(board: Callable[..., Path], tmp_path: Path) -> None:
    more = tmp_path / "more"
    more.mkdir()
    assert run("check", "--rules", more).exit_code == 2  # nothing in it
    (more / "no_elves.lp").write_text(
        '% no_elves: Gemini Elf is never Normal Summoned.\nrule(no_elves, "house rule").\n'
        'violation(no_elves, none, t) :- attempt(normal_summon(Card), t), card(Card, "Gemini Elf").\n',
        encoding="utf-8",
    )
    file = board(EXPECTING.format("legal"), "elf.toml")
    assert run("check", file).exit_code == 0
    result = run("check", "--rules", more, file)
    assert result.exit_code == 1
    assert "no_elves" in result.stdout


def test_a_broken_rule_file_is_told_from_a_broken_scenario(board: Callable[..., Path], tmp_path: Path) -> None:
    more = tmp_path / "more"
    more.mkdir()
    (more / "broken.lp").write_text("violation(", encoding="utf-8")
    result = run("legal", board(EXPECTING.format("legal")), "--rules", more)
    assert result.exit_code == 2
    assert "the encoding of the rules is at fault" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(("fine", "status"), [(True, 0), (False, 1)])
def test_coverage_and_mutants_are_passed_on(fine: bool, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("coverage", "mutants"):
        module = types.ModuleType(f"ygolp.{name}")
        module.report = lambda paths, rulebook, name=name: (f"{name} of {len(paths)}", fine)  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, f"ygolp.{name}", module)
    result = run("check", "--coverage", "--mutants", FIRST)
    assert result.stdout == "coverage of 1\nmutants of 1\n"
    assert result.exit_code == status


# ---------------------------------------------------------------- show, facts, rules, schema


def test_show_draws_the_board() -> None:
    result = run("show", FIRST)
    assert result.exit_code == 0
    assert "Junk Synchron" in result.stdout
    assert "Mirror" not in result.stdout
    assert "Mirror" in run("show", FIRST, "--reveal").stdout


def test_plain_clingo_finds_the_same(tmp_path: Path) -> None:
    from ygolp import engine
    from ygolp.facts import board_facts
    from ygolp.scenario import load

    file = tmp_path / "facts.lp"
    file.write_text(run("facts", FIRST).stdout, encoding="utf-8")
    made = subprocess.run(
        [sys.executable, "-m", "clingo", str(ASP / "questions" / "legal.lp"), str(file), "0", "--outf=2"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert made.stderr == ""
    witnesses = json.loads(made.stdout)["Call"][0]["Witnesses"]
    theirs = {frozenset(witness["Value"]) for witness in witnesses}
    ours = engine.answers(engine.control("legal", board_facts(load(FIRST).board)))
    assert theirs == {frozenset(map(str, symbols)) for symbols in ours}
    assert len(theirs) == len(FIRST_ACTIONS)


def test_the_table_of_rules() -> None:
    lines = run("rules").stdout.splitlines()
    row = next(line for line in lines if line.startswith("tribute_count "))
    assert "rules/tribute.lp:" in row
    assert "SM-012" in row


def test_one_rule_and_one_source() -> None:
    rule = run("rules", "tribute_count").stdout
    assert "SM-012: Level 5 and 6 monsters need 1 Tribute" in " ".join(rule.split())
    assert "tribute/tribute_count_one_short.toml" in rule
    for name in ("SM-012", "sm-012"):
        source = run("rules", name).stdout
        assert "tribute_count" in source
        assert "Summoning rules of the OCG" in source
        assert "first-board.toml" in source
    result = run("rules", "tribute_cuont")
    assert result.exit_code == 2
    assert "did you mean 'tribute_count'?" in result.stderr


def test_ids_that_no_rule_cites(tmp_path: Path) -> None:
    (tmp_path / "catalogue.yaml").write_text("- id: SM-012\n- id: XX-001\n", encoding="utf-8")
    result = run("rules", "--missing", tmp_path)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[0] == "XX-001"
    (tmp_path / "catalogue.yaml").write_text("- id: SM-012\n", encoding="utf-8")
    assert run("rules", "--missing", tmp_path).exit_code == 0
    assert run("rules", "--missing", tmp_path / "absent").exit_code == 2


def test_the_schema_is_json() -> None:
    assert json.loads(run("schema").stdout)["title"] == "ygolp scenario"


def test_the_version() -> None:
    assert run("--version").stdout == f"ygolp, version {ygolp.__version__}\n"
