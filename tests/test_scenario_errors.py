"""A scenario file that is wrong gives a ScenarioError that names file, key and culprit; nothing else, ever."""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ygolp import Duel, NotationError, ScenarioError
from ygolp.facts import as_program, board_facts
from ygolp.scenario import Scenario, load, read_data

SCENARIOS = Path(__file__).parents[1] / "scenarios"
FILES = sorted(SCENARIOS.rglob("*.toml"))
FEW = settings(
    max_examples=60,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large],
)
NASTY = (
    '"). attempt(x,0). %',
    "'",
    '"',
    "\\",
    "\n",
    "%*",
    "#script (python) #end.",
    '#include "/etc/passwd".',
    "Gemini\x00Elf",
    "x" * 399,
    "x" * 100_000,
    "",
    " ",
    "|",
    "Gemini Elf | zone 99",
    "Gemini Elf | x0",
    "(((",
    "\ud800",
    "🃏" * 50,
    "а",
    "0",
    "-1",
    "not",
)
ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    10**6,
    2**31,
    2**63,
    10**40,
    1.5,
    math.nan,
    math.inf,
    [],
    {},
    [[]],
    [{}],
    {"card": {}},
    {"card": []},
    *NASTY,
)


def refused_or_read(act: Callable[[], Scenario], name: str) -> None:
    """Hold that reading gives a scenario or a ScenarioError whose every line begins with the file."""
    refusal: ScenarioError | None = None
    try:
        scenario = act()
    except ScenarioError as error:
        refusal = error
    if refusal is None:
        as_program(board_facts(scenario.board))
        return
    assert refusal.problems
    assert all(line.strip() for line in str(refusal).split(f"\n{name}: "))
    assert str(refusal).startswith(f"{name}: ")
    assert "Traceback" not in str(refusal)


# ---- anything ------------------------------------------------------------------------------------------------

LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.sampled_from(NASTY)
KEYS = st.sampled_from(
    ("a", "b", "hand", "mmz", "extra", "card", "stack", "zone", "expect", "era", "source", "x")
) | st.text(max_size=5)
NESTED = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=20
)


@FEW
@given(NESTED)
def test_any_value_is_refused_or_read(data: Any) -> None:
    refused_or_read(lambda: read_data(data, "any.toml"), "any.toml")


@FEW
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "a": st.dictionaries(
                st.sampled_from(("hand", "mmz", "emz", "st", "fz", "pz", "gy", "extra", "deck", "lp")),
                NESTED,
                max_size=4,
            ),
            "card": st.lists(
                st.dictionaries(st.sampled_from(("name", "card", "types", "level", "procedures", "materials")), NESTED)
            ),
            "era": LEAVES,
            "phase": LEAVES,
            "expect": NESTED,
        },
    )
)
def test_values_in_known_keys_are_refused_or_read(data: Any) -> None:
    refused_or_read(lambda: read_data(data, "any.toml"), "any.toml")


@FEW
@given(st.binary(max_size=200), st.sampled_from((".toml", ".json")))
def test_any_bytes_are_refused_or_read(tmp_path: Path, content: bytes, suffix: str) -> None:
    file = tmp_path / f"bytes{suffix}"
    file.write_bytes(content)
    refused_or_read(lambda: load(file), str(file))


@FEW
@given(st.text(alphabet="[]{}=\",'\n a1.|#", max_size=80), st.sampled_from((".toml", ".json")))
def test_any_text_is_refused_or_read(tmp_path: Path, content: str, suffix: str) -> None:
    file = tmp_path / f"text{suffix}"
    file.write_text(content, encoding="utf-8")
    refused_or_read(lambda: load(file), str(file))


# ---- shipped files, spoilt -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(150))
def test_a_spoilt_copy_is_refused_or_read(seed: int) -> None:
    random = Random(seed)
    data = tomllib.loads(random.choice(FILES).read_text("utf-8"))
    for _ in range(random.randint(1, 3)):
        spoil(data, random)
    refused_or_read(lambda: read_data(data, "spoilt.toml"), "spoilt.toml")


def spoil(data: dict[str, Any], random: Random) -> None:
    """Change one value or one key somewhere in the table."""
    spots: list[tuple[Any, Any]] = []

    def visit(value: Any) -> None:
        parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, part in parts:
            spots.append((value, key))
            visit(part)

    visit(data)
    if not spots:
        return
    holder, key = random.choice(spots)
    if isinstance(holder, dict) and random.random() < 0.3:
        holder[key[:-1] + random.choice("xyz_")] = holder.pop(key)
    elif random.random() < 0.2:
        holder[key] = [holder[key]] * random.choice((1, 2, 6))
    else:
        holder[key] = random.choice(ODD)


@pytest.mark.parametrize("suffix", [".toml", ".json"])
@pytest.mark.parametrize("depth", [50, 5_000, 200_000])
def test_deep_nesting_is_refused(tmp_path: Path, suffix: str, depth: int) -> None:
    file = tmp_path / f"deep{suffix}"
    lists = "[" * depth + "]" * depth
    file.write_text(f"a = {lists}" if suffix == ".toml" else f'{{"a": {lists}}}', encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        load(file)
    assert len(str(caught.value)) < 1000


def test_deep_tables_are_refused() -> None:
    table: dict[str, Any] = {}
    for _ in range(50_000):
        table = {"a": table}
    with pytest.raises(ScenarioError):
        read_data(table)


@pytest.mark.parametrize(
    ("text", "suffix"),
    [
        ("a.lp = " + "9" * 5000, ".toml"),
        ('{"a": {"lp": ' + "9" * 5000 + "}}", ".json"),
        ('{"a": {"lp": NaN}}', ".json"),
        ('{"a": {"lp": 1e999}}', ".json"),
        ("a.lp = nan", ".toml"),
        ("a.lp = 1979-05-27", ".toml"),
        ("[a]\n[a]", ".toml"),
        ("null", ".json"),
        ("[]", ".json"),
        ('"a"', ".json"),
        ("\ufeff", ".toml"),
        ('{"a": {"hand": ["\\ud800"]}}', ".json"),
    ],
)
def test_odd_numbers_and_files_are_refused(tmp_path: Path, text: str, suffix: str) -> None:
    file = tmp_path / f"odd{suffix}"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        load(file)
    assert str(caught.value).startswith(f"{file}: ")
    str(caught.value).encode("utf-8")


def test_a_file_that_is_not_there_or_too_large_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="No such file"):
        load(tmp_path / "none.toml")
    with pytest.raises(ScenarioError):
        load(tmp_path)
    large = tmp_path / "large.toml"
    large.write_text("#" * 2_000_001, encoding="utf-8")
    with pytest.raises(ScenarioError, match="larger than"):
        load(large)


# ---- messages ------------------------------------------------------------------------------------------------


def problems(data: dict[str, Any]) -> list[str]:
    with pytest.raises(ScenarioError) as caught:
        read_data(data, "case.toml")
    assert caught.value.file == "case.toml"
    assert str(caught.value) == "\n".join(f"case.toml: {line}" for line in caught.value.problems)
    return list(caught.value.problems)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"trun_player": "a"}, ["trun_player", "unknown key", "'turn_player'"]),
        ({"a": {"hnad": []}}, ["a.hnad", "unknown key", "'hand'"]),
        ({"a": {"hand": ["Gemini Efl"]}}, ["a.hand[1]", "'Gemini Efl'", "unknown card", "'Gemini Elf'"]),
        ({"b": {"gy": ["Sangan", 99999999]}}, ["b.gy[2]", "99999999", "unknown passcode"]),
        ({"a": {"mmz": ["Gemini Elf | defence"]}}, ["a.mmz[1]", "'defence'", "unknown mark"]),
        ({"a": {"mmz": ["Gemini Elf | arived"]}}, ["a.mmz[1]", "'arived'", "unknown mark", "'arrived'"]),
        ({"a": {"mmz": [{"card": "Gemini Elf", "zone": 6}]}}, ["a.mmz[1].zone", "6"]),
        ({"a": {"mmz": [{"card": "Gemini Elf", "zone": "left"}]}}, ["a.mmz[1].zone", "'left'", "1, 2, 3, 4, 5"]),
        ({"a": {"emz": [{"card": "Decode Talker", "zone": 3}]}}, ["a.emz[1].zone", "3", "left, right"]),
        ({"a": {"hand": [{"card": "Gemini Elf", "zone": 3}]}}, ["a.hand[1].zone", "3"]),
        ({"a": {"hand": ["Gemini Elf | atk"]}}, ["a.hand[1]", "'atk'"]),
        ({"a": {"mmz": ["Gemini Elf | set"]}}, ["a.mmz[1]", "face"]),
        ({"a": {"st": [{"card": "Axe of Despair", "equip_to": "Gemini Elf"}]}}, ["a.st[1].equip_to", "'Gemini Elf'"]),
        ({"a": {"mmz": [{"position": "atk"}]}}, ["a.mmz[1]", "card", "missing"]),
        ({"a": {"mmz": [{"stack": ["Wave Swordsman"]}]}}, ["a.mmz[1].stack"]),
        ({"era": "mr5"}, ["era", "'mr5'", "mr4"]),
        ({"phase": "main3"}, ["phase", "'main3'", "main1"]),
        ({"waiting_triggers": ["Sangan"]}, ["waiting_triggers[1]", "'Sangan'"]),
        ({"a": {"used": ["Nobody 2"]}}, ["a.used[1]", "'Nobody'"]),
        ({"a": {"lp": -1}}, ["a.lp", "-1"]),
        ({"a": {"lp": True}}, ["a.lp", "True"]),
        ({"expect": [{"source": "SM-001"}]}, ["expect[1]", "expects nothing"]),
        ({"expect": [{"verdict": "legal", "source": "SM-001"}]}, ["expect[1].action", "missing"]),
        ({"expect": [{"action": "set Sangan", "verdict": "legal"}]}, ["expect[1].source", "missing"]),
        (
            {"expect": [{"source": "x", "action": "set Sangan", "verdict": "maybe"}]},
            ["expect[1].verdict", "'maybe'", "legal"],
        ),
        (
            {"card": [{"name": "X", "card": "monster", "types": ["effet"], "level": 4}]},
            ["card[1].types[1]", "'effet'", "'effect'"],
        ),
        ({"card": [{"name": "X", "card": "monster", "types": ["field"], "level": 4}]}, ["card[1].types", "'field'"]),
        ({"card": [{"name": "X", "card": "monster", "types": ["link"], "level": 4, "link": 2}]}, ["card[1].level"]),
        (
            {"card": [{"name": "X", "card": "monster", "level": 4, "procedures": [{"fromm": "hand"}]}]},
            ["fromm", "'from'"],
        ),
        ({"card": [{"card": "monster"}]}, ["card[1].name", "missing"]),
        ({"a": {"st": [{"card": "Prohibition", "declared": "Gemini Efl"}]}}, ["a.st[1].declared", "'Gemini Elf'"]),
        (
            {"expect": [{"source": "x", "action": "set Sangan", "verdict": "legal", "viewer": "b"}]},
            ["expect[1].viewer", "without has"],
        ),
        ({"settings": {"regoin": "ocg"}}, ["settings.regoin", "'region'"]),
        ({"settings": {"region": "eu"}}, ["settings.region", "'eu'", "ocg"]),
    ],
)
def test_a_message_names_key_and_culprit(data: dict[str, Any], words: list[str]) -> None:
    text = "\n".join(problems(data))
    assert [word for word in words if word not in text] == [], text


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ({"continuous": [{"op": "forbid", "who": "both"}]}, ["continuous[1]", "'forbid'", "what"]),
        ({"continuous": [{"op": "atk", "filter": {"race": "Dragon"}}]}, ["continuous[1]", "'atk'", "by or to"]),
        ({"continuous": [{"op": "negate", "count": 2}]}, ["continuous[1].count", "'negate'"]),
        ({"this_turn": [{"op": "normal_summons"}]}, ["this_turn[1]", "count"]),
        ({"continuous": [{"op": "scale", "to": 4, "if": [{"lp_lower": True}]}]}, ["continuous[1].if[1]", "count"]),
        ({"procedures": [{"if": [{"min": 2}]}]}, ["procedures[1].if[1]", "count", "lp_lower"]),
        ({"procedures": [{"if": [{"more": {"card": "monster"}}]}]}, ["procedures[1].if[1].than", "missing"]),
        ({"procedures": [{"if": [{"lp_lower": True, "min": 2}]}]}, ["procedures[1].if[1].min", "lp_lower"]),
        ({"normal_summon": {"if": [{}]}}, ["normal_summon.if[1]", "says nothing"]),
        ({"ocg_card": False, "limit": 1}, ["limit", "forbidden list"]),
        ({"ocg_card": True, "types": ["effect", "token"]}, ["ocg_card", "Token"]),
        (
            {"effects": [{"kind": "trigger", "does": [{"op": "draw"}]}]},
            ["effects[1].on", "missing beside kind 'trigger'"],
        ),
        (
            {"effects": [{"kind": "trigger", "mandatory": True, "on": {"sent": "gy", "self": True}, "declares": "name",
                          "does": [{"op": "draw"}]}]},
            ["effects[1].declares"],
        ),
        ({"effects": [{"kind": "ignition", "does": [{"op": "destroy", "until": "end"}]}]}, ["until", "'destroy'"]),
    ],
)
def test_an_effect_or_condition_that_says_nothing_is_refused(part: dict[str, Any], words: list[str]) -> None:
    card = {"name": "X", "card": "monster", "types": ["effect"], "level": 4, "atk": 0, "def": 0, **part}
    text = "\n".join(problems({"card": [card]}))
    assert [word for word in ["card[1].", *words] if word not in text] == [], text


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        ({"does": [{"op": "destroy", "of": "event"}]}, ["does[1].of: 'event'", "waits for no event"]),
        ({"does": [{"op": "value", "aspect": "race", "by": 1}]}, ["does[1].by: race is no number"]),
        ({"does": [{"op": "value", "aspect": "atk"}]}, ["does[1].value: either value or by"]),
        ({"does": [{"op": "destroy", "of": {}, "filter": {"level": 4}}]}, ["does[1].filter: says nothing beside"]),
        ({"does": [{"op": "destroy", "of": "self", "with": {"same": "name"}}]}, ["does[1].with: says nothing"]),
        ({"does": [{"op": "destroy", "of": {"like": [{"same": "name", "of": "targets"}]}}]}, ["like[1].of: 'targets'"]),
        ({"does": [{"op": "destroy", "of": {"like": [{"same": "name", "of": "self", "by": 1}]}}]}, ["by: name is no"]),
        ({"targets": [{"event": True}], "does": [{"op": "destroy"}]}, ["targets[1].event: the effect waits for no"]),
        ({"does": [{"op": "special_summon", "of": "self", "overlay": True}]}, ["does[1].overlay", "no target"]),
        ({"does": [{"op": "tokens", "token": "T", "count": {"per": 1, "count": {}}}]}, ["does[1].count: a number"]),
        ({"does": [{"op": "draw"}], "locks": [{"what": "sumon"}]}, ["effects[1].locks[1]", "sumon"]),
    ],
)
def test_a_step_that_speaks_of_what_is_not_there_is_refused(effect: dict[str, Any], words: list[str]) -> None:
    card = {"name": "X", "card": "monster", "types": ["effect"], "level": 4, "atk": 0, "def": 0}
    text = "\n".join(problems({"card": [{**card, "effects": [{"kind": "ignition", **effect}]}]}))
    assert [word for word in ["card[1].", *words] if word not in text] == [], text


def test_what_is_counted_for_atk_is_said_in_one_way() -> None:
    card = {"name": "X", "card": "monster", "types": ["effect"], "level": 4, "atk": 0, "def": 0}
    for by, words in (
        ({"per": 100}, "by: one of counters, materials, count"),
        ({"per": 100, "count": {"level": 4}}, "by.count.level: cannot be asked"),
        ({"per": 100, "count": {"race": ["Dragon", "Fiend"]}}, "by.count.race: one value only"),
    ):
        text = "\n".join(problems({"card": [{**card, "continuous": [{"op": "atk", "by": by}]}]}))
        assert words in text, text


def test_several_faults_are_reported_together() -> None:
    found = problems(
        {"a": {"hand": ["Gemini Efl", "Sangn"], "mmz": ["Kuribo | atk"]}, "b": {"gy": ["Gemini Elf | zne 3"]}}
    )
    assert len(found) == 4
    shapes = problems({"phase": "x", "a": {"hnad": [], "lp": "many"}, "era": "mr5"})
    assert len(shapes) == 4


# ---- a name is a name ----------------------------------------------------------------------------------------

HOSTILE = [
    name
    for name in NASTY
    if 0 < len(name) < 400 and "|" not in name and "\ud800" not in name and "\x00" not in name and name.strip()
]


@pytest.mark.parametrize(
    "name", [*HOSTILE, 'A, "B" (mmz1)', "Gemini Elf using Sangan", "set", "A in atk to mmz3", "-", "{x}", "Ω"]
)
def test_the_name_of_a_card_changes_no_program(name: str) -> None:
    data = {
        "card": [
            {
                "name": name,
                "card": "monster",
                "types": ["effect"],
                "level": 4,
                "attribute": "DARK",
                "race": name,
                "atk": 1,
                "def": 1,
                "archetypes": [name],
                "materials": [],
                "procedures": [{"by": [{"name": name, "race": name}]}],
            }
        ],
        "a": {"hand": [{"card": name}], "mmz": [{"card": name, "counters": {name: 1}}]},
    }
    scenario = read_data(data, "hostile.toml")
    piece = next(piece for piece in scenario.board.pieces if piece.place == "hand")
    facts = board_facts(scenario.board)
    named = [fact for fact in facts if fact.name == "card"]
    assert {fact.arguments[1].string for fact in named} == {name}
    assert not any(fact.name == "attempt" for fact in facts)
    assert piece.id.isascii()
    duel = Duel(scenario)
    kinds = [action.kind for action in duel.legal_actions()]
    assert kinds == ["normal summon", "set", "change", "special summon"]
    for action in duel.legal_actions():
        assert str(action)
        assert duel.why(action).legal


def test_hostile_actions_are_not_understood() -> None:
    duel = Duel(read_data({"a": {"hand": ["Gemini Elf"]}}))
    for text in (
        *NASTY,
        "normal summon",
        "normal summon ",
        "set Gemini Elf using",
        "set , ,",
        "change Gemini Elf",
        "x" * 5000,
    ):
        for words in (text, f"normal summon {text}", f"set Gemini Elf using {text}", f"pendulum summon {text}"):
            with suppress(NotationError):
                assert str(duel.parse(words))


def test_json_and_toml_are_read_alike(tmp_path: Path) -> None:
    for file in FILES[::60]:
        data = tomllib.loads(file.read_text("utf-8"))
        twin = tmp_path / f"{file.stem}.json"
        twin.write_text(json.dumps(data), encoding="utf-8")
        assert load(twin).board == load(file).board
