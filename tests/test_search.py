"""Search for lines: its boards are those of `push`, its lines can be played, its proofs agree with a plain search."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from tests.boards import play_board, seeded
from ygolp import Duel, cli_lines
from ygolp.actions import Action
from ygolp.board import Board, replace
from ygolp.cli import main
from ygolp.errors import ScenarioError
from ygolp.lines import parse_line
from ygolp.moves import play_alone
from ygolp.paths import SCENARIOS
from ygolp.scenario import load, read_data
from ygolp.search.expand import Expander
from ygolp.search.goal import GoalError, Worth, judge, read_goal
from ygolp.search.graph import Bounds, Graph, counts
from ygolp.search.key import key_of
from ygolp.search.lines import actions_along, all_lines, shortest
from ygolp.search.report import answer_text, boards_json, boards_text, bounds_text, end_boards, one

JUNK: dict[str, Any] = {
    "a": {"hand": ["Junk Synchron"], "gy": ["Doppelwarrior"], "extra": ["Junk Warrior", "Armory Arm"]},
    "goal": {"control": ["Junk Warrior"]},
}
XYZ: dict[str, Any] = {
    "a": {"mmz": ["Gemini Elf"], "hand": ["Alexandrite Dragon", "Alexandrite Dragon"], "extra": ["Number 39: Utopia"]},
}


def graph_of(data: dict[str, Any], **bounds: Any) -> Graph:
    scenario = read_data(data)
    goal = read_goal(scenario.goal) if scenario.goal else None
    return Graph(scenario.board, goal, Bounds(**bounds), ("cards", "atk", "hand"))


# Boards of different kinds: a Pendulum Summon, a Chain, Ripple Monsters, many Extra Deck Monsters.
@pytest.mark.parametrize("number", [0, 1, 5, 9])
def test_what_follows_is_what_is_played(number: int) -> None:
    duel = Duel(read_data(next(itertools.islice(seeded(number + 1), number, None))))
    (expansion,) = Expander(widened=["sets_spells_and_traps"]).expand([duel.board])
    found = {without_order(step.action): step.board for step in expansion.steps if step.action is not None}
    assert set(found) == {option.action for option in duel.options}
    for action, board in itertools.islice(found.items(), 6):
        assert key_of(play_alone(duel, action)[0]) == key_of(board), str(action)


# Zones of which Link arrows and the Extra Monster Zones make different ones, positions, what an effect Summons.
WIDE: list[dict[str, Any]] = [
    {"a": {"hand": ["Gemini Elf"], "mmz": ["Alexandrite Dragon", "Sangan | zone 4"],
           "extra": ["Number 39: Utopia", "Knightmare Phoenix"]}},
    {"a": {"hand": ["Cyber Dragon", "Summoned Skull"], "mmz": ["Sangan"]}, "b": {"mmz": ["Gemini Elf"]}},
    {"a": {"hand": ["Monster Reborn"], "gy": ["Gemini Elf"]}},
]  # fmt: skip


@pytest.mark.parametrize("data", WIDE)
def test_every_zone_and_position_is_that_of_the_list_of_actions(data: dict[str, Any]) -> None:
    duel = Duel(read_data(data))
    for widened in (("every_zone",), ("every_position",), ("every_zone", "every_position")):
        (expansion,) = Expander(widened=widened).expand([duel.board])
        found = {step.action: step.board for step in expansion.steps if step.action is not None}
        zones, positions = "every_zone" in widened, "every_position" in widened
        assert set(found) == {
            option.action._replace(zone=zone, position=position)
            for option in duel.options if option.action.kind != "set spell or trap"
            for zone in ((zones and option.zones) or (None,))
            for position in ((positions and option.positions) or (option.action.position,))
        }  # fmt: skip
        for action, board in itertools.islice(found.items(), 0, None, 5):
            assert key_of(play_alone(duel, action)[0]) == key_of(board), str(action)


def test_a_proof_may_be_about_every_zone_and_position(tmp_path: Path) -> None:
    path = tmp_path / "wide.toml"
    path.write_text('[a]\nhand = ["Cyber Dragon"]\n[b]\nmmz = ["Sangan"]\n[goal]\n'
                    'terms = ["position(cyber_dragon, def)"]\n', encoding="utf-8")  # fmt: skip
    first = "a Summon takes the first zone and position that may be chosen"
    for options, status, bound in (
        ((), 1, first), (("--zones",), 1, "a Summon takes the first position that may be chosen"),
        (("--positions",), 0, "a Summon takes the first zone that may be chosen"),
        (("--zones", "--positions"), 0, "nobody leaves the Main Phase 1; no card"),
    ):
        made, text = run("line", str(path), "--max", "1", *options)
        assert made == status, text
        assert bound in " ".join(text.split())
        if not status:
            assert "special summon Cyber Dragon (hand) in def" in text


def test_the_position_of_what_an_effect_summons_is_chosen() -> None:
    data = {
        "a": {"hand": ["Monster Reborn"], "gy": ["Gemini Elf"]}, "goal": {"terms": ["position(gemini_elf, def)"]},
    }  # fmt: skip
    assert not graph_of(data, actions=1).search().reached
    graph = graph_of(data, actions=1, positions=True).search()
    (node,) = graph.reached
    (line,) = ([str(action) for action, _ in actions_along(graph, shortest(node))],)
    assert line == ["activate Monster Reborn (hand) effect 1 targeting Gemini Elf (gy) in def"]
    duel = Duel(read_data(data))
    duel.replay(line)
    assert judge([duel.board], graph.goal)[0].reached
    assert "one position, which is chosen as it is activated" in bounds_text(graph)


def test_every_zone_is_looked_at_where_an_arrow_could_tell_them_apart() -> None:
    data = {
        "a": {"hand": ["Gemini Elf"], "extra": ["Link Spider"]}, "goal": {"terms": ["at(gemini_elf, mmz(a, 5))"]},
    }  # fmt: skip
    assert not graph_of(data, actions=1).search().reached
    graph = graph_of(data, actions=1, zones=True).search()
    lines = [[str(action) for action, _ in actions_along(graph, shortest(node))] for node in graph.reached]
    assert sorted(lines) == [["normal summon Gemini Elf (hand) to mmz5"], ["set Gemini Elf (hand) to mmz5"]]
    assert "a Summon takes the first position that may be chosen" in bounds_text(graph)


def without_order(action: Action) -> Action:
    """Return an action with its cards sorted, as `legal` lists them; the carrier of a Ripple Summon stays first."""
    first = 1 if action.kind == "ripple summon" else 0
    using = action.using or ()
    return action._replace(using=(*using[:first], *sorted(using[first:])))


def plainly(board: Board, depth: int) -> set[Any]:
    """Return the keys of the open boards that lines of `push` of up to so many actions lead to."""
    duel = Duel(board)
    found = {key_of(duel.board)} if duel.board.state == "open" else set()
    for option in duel.options:
        cost = counts(duel.board, option.action, duel.legal_actions())
        if cost <= depth:
            duel.push(option.action)
            found |= plainly(duel.board, depth - cost)
            duel.pop()
    return found


@pytest.mark.parametrize(("data", "depth"), [(JUNK, 3), (XYZ, 3)])
def test_the_boards_are_those_of_a_plain_search(data: dict[str, Any], depth: int) -> None:
    graph = graph_of(data, actions=depth).search()
    board = graph.root.board
    assert {key_of(node.board) for node in graph.ends} == plainly(board, depth)


# Boards on which what is looked at is not plain: triggers that must be activated, in an order that is chosen, a Summon
# that an effect owes or makes, control that changes, what lies under or is equipped to one of two copies.
KNOTTY: dict[str, tuple[int, dict[str, Any]]] = {
    "mandatory triggers": (1, {"a": {
        "mmz": ["Dandylion | arrived", "Sangan | arrived"], "deck": ["Kuriboh", "Krebons"],
        "extra": ["Knightmare Phoenix"],
    }}),
    "an owed Summon": (1, {"a": {"st": ["Ultimate Offering | faceup"], "hand": ["Gemini Elf", "Summoned Skull"]}}),
    "a Fusion Summon": (1, {"a": {
        "hand": ["Gem-Knight Fusion", "Gem-Knight Garnet", "Gem-Knight Garnet", "Alexandrite Dragon"],
        "extra": ["Gem-Knight Seraphinite", "Gem-Knight Ruby"],
    }}),
    "control of an equipped copy": (2, {
        "a": {"hand": ["Change of Heart"]},
        "b": {"mmz": ["Gemini Elf", "Gemini Elf"], "st": [{"card": "Axe of Despair", "equip_to": "Gemini Elf (mmz2)"}]},
    }),
    "materials of two copies": (2, {"a": {"mmz": [
        {"card": "Number 17: Leviathan Dragon", "arrived": True, "materials": ["Sangan"]},
        {"card": "Number 17: Leviathan Dragon", "arrived": True, "materials": ["Kuriboh"]},
    ]}}),
}  # fmt: skip


@pytest.mark.parametrize("name", KNOTTY)
def test_knotty_boards_are_those_of_a_plain_search(name: str) -> None:
    depth, data = KNOTTY[name]
    graph = graph_of(data, actions=depth, passive=False, sets=True).search()
    assert {key_of(node.board) for node in graph.ends} == plainly(graph.root.board, depth)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(30))
def test_small_random_boards_are_those_of_a_plain_search(number: int) -> None:
    random = Random(f"small-{number}")
    data = few(play_board(random, small=True), random)
    graph = graph_of(data, actions=2, passive=False, boards=300).search()
    if graph.stopped != "boards":
        assert {key_of(node.board) for node in graph.ends} == plainly(graph.root.board, 2)


def few(data: dict[str, Any], random: Random) -> dict[str, Any]:
    """Return the board with 7 of the turn player's cards at most, and with 4 of the opponent's."""
    for player in "ab":
        side = data[player]
        cards = [(place, number) for place, entries in side.items() if isinstance(entries, list) and place != "resolved"
                 for number in range(len(entries))]  # fmt: skip
        most = 7 if player == data["turn_player"] else 4
        for place, number in sorted(random.sample(cards, max(0, len(cards) - most)), reverse=True):
            del side[place][number]
    return data | {"phase": "main1"}


def test_what_an_effect_makes_is_no_action_of_its_own() -> None:
    # Whether there is one Fusion Monster to choose or two, the Fusion Summon belongs to the Spell.
    data: dict[str, Any] = {
        "a": {"hand": ["Gem-Knight Fusion", "Gem-Knight Garnet", "Gem-Knight Garnet", "Alexandrite Dragon"]},
        "goal": {"control": ["Gem-Knight Seraphinite"]},
    }
    for extra in (["Gem-Knight Seraphinite"], ["Gem-Knight Seraphinite", "Gem-Knight Ruby"]):
        data["a"]["extra"] = extra
        graph = graph_of(data).search(until_goal=True)
        assert [node.depth for node in graph.reached] == [1]
        found = one(graph, graph.reached)
        assert found.head == "1 action, a shortest line"
        assert answer_text(graph, found).count("\n1. ") == 1
        assert "\n2. " not in answer_text(graph, found)


@pytest.mark.parametrize(("older", "newer"), [("sangan", "sangan__2"), ("sangan__2", "sangan")])
def test_a_copy_in_the_gy_does_not_hide_the_trigger_of_the_one_that_is_sent_there(older: str, newer: str) -> None:
    data = {"a": {"mmz": ["Sangan"], "hand": ["Summoned Skull"], "gy": ["Sangan"], "deck": ["Kuriboh"]}}
    board = read_data(data).board
    ids = {"mmz": newer, "gy": older}
    board = replace(board, pieces=tuple(replace(piece, id=ids.get(piece.place, piece.id)) for piece in board.pieces))
    duel = Duel(board)
    duel.push("tribute summon Summoned Skull using Sangan (mmz1)")
    assert [piece.place for piece in duel.board.pieces if piece.name == "Kuriboh"] == ["hand"]
    graph = Graph(board, read_goal({"hand": ["Kuriboh"]}), Bounds(actions=1)).search(until_goal=True)
    assert len(graph.reached) == 2  # Summoned or Set


def test_what_lies_on_which_of_two_copies_is_told_apart() -> None:
    def key(mmz: list[Any], st: list[Any] | None = None) -> Any:
        return key_of(read_data({"a": {"mmz": mmz, "st": st or []}}).board)

    def axes(*zones: int) -> list[Any]:
        return [{"card": "Axe of Despair", "equip_to": f"Gemini Elf (mmz{zone})"} for zone in zones]

    def utopias(first: list[str], second: list[str], position: str = "atk") -> list[Any]:
        return [{"card": "Number 39: Utopia", "materials": first},
                {"card": "Number 39: Utopia", "materials": second, "position": position}]  # fmt: skip

    alike, differing = ["Gemini Elf", "Gemini Elf"], ["Gemini Elf", "Gemini Elf | def"]
    assert key(alike, axes(1)) == key(alike, axes(2))
    assert key(differing, axes(1)) != key(differing, axes(2))
    assert key(alike, axes(1, 2)) == key(alike, axes(2, 1)) != key(alike, axes(1, 1))
    assert key(utopias(["Sangan"], ["Kuriboh"])) == key(utopias(["Kuriboh"], ["Sangan"]))
    assert key(utopias(["Sangan"], ["Kuriboh"], "def")) != key(utopias(["Kuriboh"], ["Sangan"], "def"))
    assert key(utopias(["Sangan", "Kuriboh"], [])) == key(utopias(["Kuriboh", "Sangan"], []))
    assert key(utopias(["Sangan", "Sangan"], [])) != key(utopias(["Sangan"], ["Sangan"]))


def test_which_of_two_copies_has_used_its_effect_does_not_matter() -> None:
    name = "Lumina, Lightsworn Summoner"

    def key(*positions: str, used: int) -> Any:
        monsters = [f"{name} | {position}" for position in positions]
        return key_of(read_data({"a": {"mmz": monsters}, "used_effects": [f"{name} (mmz{used}) effect 1"]}).board)

    assert key("atk", "atk", used=1) == key("atk", "atk", used=2)
    assert key("atk", "def", used=1) != key("atk", "def", used=2)


@pytest.mark.parametrize("number", range(10))
def test_ids_and_order_of_cards_do_not_matter(number: int) -> None:
    random = Random(f"ids-{number}")
    board = read_data(play_board(random)).board
    names = [f"card{place}" for place in range(len(board.pieces))]
    random.shuffle(names)
    new = dict(zip((piece.id for piece in board.pieces), names, strict=True))
    pieces = [
        replace(piece, id=new[piece.id], parent=new.get(piece.parent or ""),
                equipped_to=new.get(piece.equipped_to or ""))
        for piece in board.pieces
    ]  # fmt: skip
    random.shuffle(pieces)
    assert key_of(replace(board, pieces=tuple(pieces))) == key_of(board)


def test_a_shortest_line_is_played_and_reaches_the_goal() -> None:
    graph = graph_of(JUNK).search(until_goal=True)
    node = graph.reached[0]
    assert node.depth == 3
    duel = Duel(read_data(JUNK))
    for action, board in actions_along(graph, shortest(node)):
        duel.push(str(action))
        assert key_of(duel.board) == key_of(board)
    assert judge([duel.board], graph.goal)[0].reached


LINES = [path for path in sorted((SCENARIOS / "lines").rglob("*.toml")) if "shortest = " in path.read_text("utf-8")]


@pytest.mark.slow
@pytest.mark.parametrize("path", LINES, ids=lambda path: path.stem)
def test_every_line_of_the_scenarios_is_played_and_reaches_the_goal(path: Path) -> None:
    scenario = load(path)
    assert scenario.goal is not None
    graph = Graph(scenario.board, read_goal(scenario.goal)).search(until_goal=True)
    if not graph.reached:
        assert graph.complete
        return
    duel = Duel(scenario)
    for action, board in actions_along(graph, shortest(graph.reached[0])):
        duel.push(str(action))
        assert key_of(duel.board) == key_of(board)
    assert judge([duel.board], graph.goal)[0].reached


def test_a_summon_of_an_effect_stands_in_the_line_though_there_is_no_other() -> None:
    data: dict[str, Any] = {
        "a": {"hand": ["White Dragon Ritual", "Paladin of White Dragon", "Gemini Elf"]},
        "goal": {"control": ["Paladin of White Dragon"]},
    }
    graph = graph_of(data).search(until_goal=True)
    (node,) = graph.reached
    assert (node.depth, [action.kind for action in node.line()]) == (1, ["activate", "ritual summon"])
    duel = Duel(read_data(data))
    duel.replay([str(action) for action, _ in actions_along(graph, shortest(node))])
    assert key_of(duel.board) == key_of(node.board)


def test_there_is_no_shorter_one() -> None:
    graph = graph_of(JUNK, actions=2).search(until_goal=True)
    assert not graph.reached
    assert (graph.stopped, graph.proven) == ("actions", 2)


def test_equal_copies_and_zones_are_one_board() -> None:
    # Two Alexandrite Dragons in the hand are one choice: Summon, Set, change; then the Summoned one stays as it is.
    graph = graph_of({"a": {"hand": ["Alexandrite Dragon"] * 2}}, actions=1).search()
    assert len(graph.ends) == 3
    left = read_data({"a": {"mmz": ["Gemini Elf | zone 1", "Alexandrite Dragon | zone 2"]}}).board
    right = read_data({"a": {"mmz": ["Gemini Elf | zone 4", "Alexandrite Dragon | zone 3"]}}).board
    assert key_of(left) == key_of(right)
    linked = {"mmz": ["Gemini Elf | zone 1"], "extra": ["Link Spider"]}
    moved = {"mmz": ["Gemini Elf | zone 2"], "extra": ["Link Spider"]}
    assert key_of(read_data({"a": linked}).board) != key_of(read_data({"a": moved}).board)


@pytest.mark.parametrize("zone", [{"center": True}, {"column": "empty"}, {"beside": {"race": "Spellcaster"}}])
def test_zones_that_a_procedure_names_tell_boards_apart(zone: dict[str, Any]) -> None:
    card = {
        "name": "Knight", "card": "monster", "types": ["effect"], "attribute": "DARK", "race": "Warrior", "level": 5,
        "atk": 2000, "def": 2000, "procedures": [{"from": ["hand"], "zone": zone}],
    }  # fmt: skip
    boards = [
        read_data({"a": {"hand": ["Knight"], place: [f"{name} | zone {number}"]}, "card": [card]}).board
        for place, name in (("mmz", "Gemini Elf"), ("st", "Mirror Force")) for number in (2, 3)
    ]  # fmt: skip
    assert len({key_of(board) for board in boards}) == 4


def test_independent_actions_have_one_order() -> None:
    data = {"a": {"mmz": ["Gemini Elf", "Alexandrite Dragon"]}}
    graph = graph_of(data, actions=2).search()
    both = [node for node in graph.ends if node.depth == 2]
    assert len(both) == 1
    found = all_lines(graph, both, 10)
    assert found.complete
    assert len(found.lines) == 1


def test_the_end_of_all_boards_is_known() -> None:
    # Two monsters that can change their position once each, and no card in hand: four boards.
    graph = graph_of({"a": {"mmz": ["Gemini Elf", "Alexandrite Dragon"]}}).search()
    assert graph.complete
    assert len(graph.ends) == 4
    assert graph_of({"a": {"mmz": ["Gemini Elf", "Alexandrite Dragon"]}}, boards=2).search().stopped == "boards"


@pytest.mark.parametrize(("goal", "reached"), [
    ({"control": ["Gemini Elf"]}, True),
    ({"control": ["Gemini Elf", "Gemini Elf"]}, False),
    ({"hand": 2}, True), ({"hand": 3}, False), ({"hand": ["Alexandrite Dragon"]}, True),
    ({"gy": ["Gemini Elf"]}, False), ({"lp": 8000}, True), ({"lp": 8001}, False),
    ({"opponent_lp": 0}, False), ({"opponent_lp": 8000}, True),
    ({"if": [{"count": {"level": 4}, "min": 1}]}, True), ({"if": [{"count": {"atk": {"min": 2000}}}]}, False),
    ({"if": [{"count": {"side": "opponent"}}]}, False), ({"negations": 1}, False),
    ({"terms": ["phase(main1)"]}, True), ({"terms": ["phase(battle)"]}, False),
])  # fmt: skip
def test_goals_are_held_against_the_board(goal: dict[str, Any], reached: bool) -> None:
    data = {"a": {"mmz": ["Gemini Elf"], "hand": ["Alexandrite Dragon"] * 2}, "goal": goal}
    scenario = read_data(data)
    assert scenario.goal is not None
    assert judge([scenario.board], read_goal(scenario.goal))[0].reached is reached


@pytest.mark.parametrize(("term", "reached"), [
    ("in(gemini_elf, monster_zone, a)", True), ("in(gemini_elf, hand, a)", False), ("face_up(gemini_elf)", True),
    ("has(gemini_elf, atk, 1900)", True), ("linked(mmz(a, 2))", True), ("linked(mmz(a, 4))", False),
])  # fmt: skip
def test_a_term_may_be_derived_by_rules_that_no_goal_asks_for(term: str, reached: bool) -> None:
    board = read_data({"a": {"mmz": ["Gemini Elf"], "emz": ["Link Spider | zone left"]}}).board
    assert judge([board], read_goal({"terms": [term]}))[0].reached is reached


def test_a_term_that_the_rulebook_does_not_have_is_no_proof() -> None:
    with pytest.raises(GoalError, match=r"has no 'phse', did you mean 'phase'\?"):
        graph_of({"a": {"hand": ["Gemini Elf"]}, "goal": {"terms": ["phse(main1)"]}}).search()


def test_who_has_lost_has_reached_nothing() -> None:
    data: dict[str, Any] = {"a": {"lp": 0, "mmz": ["Gemini Elf"]}, "goal": {"control": ["Gemini Elf"]}}
    assert not judge([read_data(data).board], read_goal(data["goal"]))[0].reached
    data = {"a": {"mmz": ["Gemini Elf"]}, "b": {"lp": 0}, "goal": {"opponent_lp": 0}}
    assert judge([read_data(data).board], read_goal(data["goal"]))[0].reached


def test_a_card_that_can_negate_is_ready() -> None:
    data: dict[str, Any] = {"a": {"st": ["Solemn Judgment | set"]}, "goal": {"negations": 1}}
    assert judge([read_data(data).board], read_goal(data["goal"]))[0].reached


def test_measures_are_counted() -> None:
    sides = {"a": {"mmz": ["Gemini Elf", "Gemini Elf | fd_def"], "hand": ["Sangan"]}, "b": {"st": ["Sangan"]}}
    board = read_data(sides)
    names = ("cards", "monsters", "atk", "hand", "gy", "opponent_cards", "lp")
    (found,) = judge([board.board], None, names)
    assert found.measures == {
        "cards": 2, "monsters": 2, "atk": 1900, "hand": 1, "gy": 0, "opponent_cards": 1, "lp": 8000,
    }  # fmt: skip
    assert Worth("atk + 500 * hand - gy").of(found.measures) == 2400


@pytest.mark.parametrize(
    "text", ["atk +", "atk / 2", "__import__('os')", "hnad", "atk ** 9", "(" * 200, "1 if atk else 2"]
)
def test_what_is_no_worth_is_refused(text: str) -> None:
    with pytest.raises(GoalError):
        Worth(text)


@pytest.mark.parametrize(("goal", "words"), [
    ({"control": ["Junk Warior"]}, "goal.control[1]: 'Junk Warior': unknown card, did you mean 'Junk Warrior'?"),
    ({"control": ["Sangan", 7]}, "goal.control[2]: 7: expected the name of a card"),
    ({"contrl": ["Sangan"]}, "contrl"), ({}, "goal: wants nothing"),
])  # fmt: skip
def test_a_wrong_goal_is_named(goal: dict[str, Any], words: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        read_data({"goal": goal})
    assert words in str(caught.value)


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, list(arguments))
    return done.exit_code, done.output


@pytest.fixture
def junk(tmp_path: Path) -> str:
    path = tmp_path / "junk.toml"
    path.write_text(
        '[a]\nhand = ["Junk Synchron"]\ngy = ["Doppelwarrior"]\nextra = ["Junk Warrior"]\n'
        '[goal]\ncontrol = ["Junk Warrior"]\n',
        encoding="utf-8",
    )
    return str(path)


def test_line_writes_a_file_that_verify_accepts(junk: str, tmp_path: Path) -> None:
    out = tmp_path / "line.txt"
    status, text = run("line", junk, "-o", str(out))
    assert status == 0
    assert "3 actions, a shortest line." in text
    number = len(parse_line(out.read_text("utf-8")).actions)
    told = f"All {number} actions are legal"
    assert run("verify", str(out), junk) == (0, f"{told}; the goal (control Junk Warrior) is reached.\n")
    assert run("verify", str(out)) == (0, f"{told}.\n")


def test_a_proof_says_its_bounds(junk: str) -> None:
    status, text = run("line", junk, "--max", "2")
    assert status == 1
    assert "There is no line of at most 2 actions that reaches the goal: control Junk Warrior." in text
    assert "the opponent does nothing" in " ".join(text.split())


def test_cards_are_set_where_it_is_asked_for(tmp_path: Path) -> None:
    data: dict[str, Any] = {"a": {"hand": ["Mirror Force", "Solemn Judgment", "Geartown"]}}
    assert len(graph_of(data, actions=3).search().ends) == 2  # Geartown may be activated
    # Each of three cards is in the hand or Set.
    assert len(graph_of(data, sets=True, kinds=("set spell or trap",)).search().ends) == 8
    for goal, found in (({"if": [{"count": {"place": "spell_zone"}}]}, True), ({"negations": 1}, True),
                        ({"if": [{"count": {"place": "spell_zone", "face": "up"}}]}, False), ({"hand": 1}, False),
                        ({"terms": ["at(umi, fz(a))"]}, True), ({"control": ["Umi"]}, False)):  # fmt: skip
        assert read_goal(goal).asks_for_sets is found, goal
    board = tmp_path / "board.toml"
    board.write_text('[a]\nhand = ["Mirror Force"]\n[goal]\nhand = 2\n', encoding="utf-8")
    bound = "no card is Set as a Spell or Trap"
    assert bound in " ".join(run("line", str(board))[1].split())
    text = " ".join(run("line", "--sets", str(board))[1].split())
    assert bound not in text


def test_verify_explains_the_first_illegal_step(junk: str, tmp_path: Path) -> None:
    out = tmp_path / "line.txt"
    actions = "1. normal summon Junk Synchron\n2. synchro summon Junk Warrior using Junk Synchron\n"
    out.write_text(actions, encoding="utf-8")
    status, text = run("verify", str(out), junk)
    assert status == 1
    assert "Action 2 of 2 is illegal." in text


@pytest.fixture
def two(tmp_path: Path) -> str:
    path = tmp_path / "two.toml"
    path.write_text('[a]\nhand = ["Gemini Elf", "Alexandrite Dragon"]\n', encoding="utf-8")
    return str(path)


def test_actions_alone_can_be_measured(two: str) -> None:
    status, text = run("boards", two, "--measure", "actions")
    assert status == 0
    assert "5 end boards, each once; 1 that no other beats in actions." in text
    status, text = run("line", two, "--best", " 0 - actions")
    assert status == 0
    assert "= 0, optimal." in text


def test_boards_that_were_not_judged_in_time_are_left_out(two: str) -> None:
    graph = Graph(load(two).board, None, Bounds(boards=1), ("cards",)).search()
    assert graph.stopped == "boards"
    listed = end_boards(graph, ("cards",), False)
    assert [node.number for node in listed.boards] == [0]
    assert "incomplete: more than 1 boards" in " ".join(boards_text(graph, listed).split())
    assert boards_json(graph, listed)["count"] == 1


def test_nothing_is_claimed_that_was_not_looked_at(two: str) -> None:
    graph = Graph(load(two).board, read_goal({"control": ["Sangan"]}), Bounds(boards=1)).search()
    text = " ".join(answer_text(graph, one(graph, [])).split())
    assert graph.proven == -1
    assert "nothing is proven." in text
    assert "all lines of up to" not in text
    assert bounds_text(graph_of({}).search()).startswith("The only board that can be reached was looked at.")


def test_a_goal_is_a_card_that_the_file_makes_up(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(
        '[a]\nhand = ["Own Elf"]\n[[card]]\nname = "Own Elf"\ncard = "monster"\ntypes = ["normal"]\n'
        'attribute = "EARTH"\nrace = "Warrior"\nlevel = 4\natk = 1\ndef = 1\n', encoding="utf-8",
    )  # fmt: skip
    status, text = run("line", str(path), "--goal", "own elf")
    assert status == 0, text
    assert "1 action, a shortest line." in text


def test_what_cannot_be_written_is_said_before_the_search(two: str, tmp_path: Path) -> None:
    for option in ("-o", "--graph"):
        for path in (tmp_path / "there" / "x.svg", tmp_path / f"{'a' * 300}.svg"):
            status, text = run("line", two, "--best", "atk", option, str(path))
            assert status == 2, text
            assert "looked at" not in text
    assert run("line", two, "--best", "atk", "--time", "nan")[0] == 2


def test_a_list_of_boards_that_is_not_whole_has_its_own_status(two: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli_lines, "_bounds", lambda *given: Bounds(boards=1))
    status, text = run("boards", two, "--json")
    assert status == 3
    found = json.loads(text)
    assert (found["stopped"], found["complete"], found["actions_proven"], found["count"]) == ("boards", False, None, 1)


def test_verify_in_json_and_of_nothing(two: str, tmp_path: Path) -> None:
    line = tmp_path / "line.txt"
    line.write_text("1. normal summon Gemini Elf\n", encoding="utf-8")
    status, text = run("verify", str(line), two, "--json")
    assert status == 0
    assert json.loads(text) == {"format": 1, "legal": True, "actions": 1, "goal_reached": None}
    assert run("verify", str(line), two) == (0, "The one action is legal.\n")
    line.write_text("", encoding="utf-8")
    assert run("verify", str(line), two) == (0, "There is no action in it.\n")
