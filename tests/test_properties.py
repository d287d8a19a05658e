"""What holds on every board: text and list and verdict agree, and no question is without an answer."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.boards import DOUBLE, RECORDS, board, boards, mirrored
from ygolp import Action, CardRef, Duel, Option
from ygolp.actions import KINDS, POSITIONS
from ygolp.board import opponent, replace
from ygolp.duel import Verdict
from ygolp.engine import Rulebook
from ygolp.explain import reason_terms
from ygolp.paths import ASP
from ygolp.scenario import read_data

QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
Key = tuple[Any, ...]

# What is done with a monster in the open game state; activations, attacks and choices have tests of their own.
_OTHERS = ("activate", "attack", "bring", "choose", "pass", "set spell or trap")
OF_MONSTERS = tuple(kind for kind in KINDS if kind not in _OTHERS)


def few(examples: int) -> settings:
    """Return hypothesis settings: the same examples every time, without a deadline.

    A fifth of them is tried: each asks for a dozen groundings. A failing example is shown as it is: to shrink a board
    means to solve it some thousand times.
    """
    return settings(
        max_examples=max(3, examples // 5), derandomize=True, deadline=None, database=None, suppress_health_check=QUIET,
        phases=(Phase.explicit, Phase.generate),
    )  # fmt: skip


def duel_of(data: dict[str, Any], rulebook: Rulebook | None = None) -> Duel:
    scenario = read_data(data, "random board")
    return Duel(scenario, rulebook) if rulebook else Duel(scenario)


def some(items: Any, count: int, seed: object) -> list[Any]:
    """Return up to `count` of the items, the same ones for the same seed."""
    listed = list(items)
    return Random(str(seed)).sample(listed, min(count, len(listed)))


# ---- the boards themselves -----------------------------------------------------------------------------------


@few(20)
@given(boards())
def test_random_boards_have_no_fault(data: dict[str, Any]) -> None:
    assert [str(reason) for reason in duel_of(data).status()] == []


# ---- one action ----------------------------------------------------------------------------------------------


@few(20)
@given(boards())
def test_actions_are_listed_once_and_parse_back(data: dict[str, Any]) -> None:
    duel = duel_of(data)
    actions = duel.legal_actions()
    assert len(actions) == len(set(actions))
    assert len({str(action) for action in actions}) == len(actions)
    for option in duel.options:
        action = option.action
        assert duel.parse(str(action)).base() == action
        assert duel.parse(duel.short(action)).base() == action
        assert list(option.zones) == sorted(set(option.zones))
        assert list(option.positions) == sorted(set(option.positions))
        for zone in option.zones:
            for position in option.positions:
                whole = replace(action, zone=zone, position=position)
                if action.kind not in ("change", "flip summon"):
                    assert duel.parse(str(whole)) == whole


def test_a_slot_that_asks_for_nothing_is_filled() -> None:
    """The materials line `2+ monsters` has no filter at all; no other text on the board has one either."""
    data = {"a": {"emz": ["LANphorhynchus"], "mmz": ["Kuriboh"], "extra": ["Gaia Saber, the Lightning Shadow"]}}
    assert any(action.kind == "link summon" for action in duel_of(data).legal_actions())


@few(20)
@given(boards())
def test_what_is_used_is_on_the_board(data: dict[str, Any]) -> None:
    duel = duel_of(data)
    here = duel.index.piece_of
    for action in duel.legal_actions():
        using = action.using or ()
        assert action.player == data["turn_player"]
        assert len(set(using)) == len(using)
        assert all(ref in here and (ref.place != "pile" or action.kind == "switch") for ref in using)
        if action.kind == "ripple summon":
            assert action.card == using[0]
        elif action.kind == "switch":
            assert action.card is not None
            assert here[using[0]].parent == here[action.card].id
        elif action.card in using:
            procedures = RECORDS[action.card.name].get("procedures", ())
            assert any(slot.get("do") == "discard" for procedure in procedures for slot in procedure.get("by", ()))


@few(10)
@given(boards())
def test_every_listed_action_is_legal_by_why(data: dict[str, Any]) -> None:
    duel = duel_of(data)
    for number, option in enumerate(some(duel.options, 5, data)):
        verdict = duel.why(option.action)
        assert verdict.legal, told(duel, verdict)
        assert verdict.action == option.action
        if option.action.kind != "pendulum summon":
            assert (verdict.zones, verdict.positions) == (option.zones, option.positions), option
        if number < 2:
            for whole in completions(option):
                assert duel.why(whole).legal, told(duel, duel.why(whole))
            for whole in others(option):
                assert not duel.why(whole).legal, whole


def completions(option: Option) -> list[Action]:
    """Return an option with each of its zones, and with each of its positions."""
    if option.action.kind in ("change", "flip summon"):
        return []
    zoned = [replace(option.action, zone=zone) for zone in option.zones]
    return zoned + [replace(option.action, position=position) for position in option.positions]


def others(option: Option) -> list[Action]:
    """Return an option with a zone, and with a position, that it has not got."""
    if option.action.kind in ("change", "switch", "pendulum summon"):
        return []
    zones = [zone for zone in ("mmz1", "mmz3", "emz left") if zone not in option.zones][:1]
    positions = [position for position in ("fd_def", "def", "atk") if position not in option.positions][:1]
    zoned = [replace(option.action, zone=zone) for zone in zones]
    return zoned + [replace(option.action, position=position) for position in positions]


def told(duel: Duel, verdict: Verdict) -> str:
    return f"{duel.short(verdict.action)}: {'; '.join(map(str, verdict.reasons))}"


# What one board shows to another: cards that would lend each other what only one of them has got.
LENDING: dict[str, dict[str, Any]] = {
    "two monsters for which another counts as two Tributes, or as one": {
        "card": [DOUBLE],
        "a": {"hand": ["Dark Magician", "Blue-Eyes White Dragon"], "mmz": [DOUBLE["name"], "Sangan"]},
    },
    "two piles with the same card, one of which has what it asks for": {
        "extensions": ["ripple"],
        "a": {"mmz": [{"stack": [top, "Wave Magician"]} for top in ("Ghost Sword - Edge", "Wave Swordsman")]},
    },
    "a card that may discard itself": {"a": {"hand": ["Machina Fortress", "Cyber Dragon Core", "The Tricky"]}},
    "a copy that may be discarded": {"a": {"hand": ["The Tricky", "The Tricky", *["Machina Fortress"] * 2]}},
    "two ways for one monster": {
        "a": {"hand": ["Gameciel, the Sea Turtle Kaiju"]}, "b": {"mmz": ["Gameciel, the Sea Turtle Kaiju", "Sangan"]},
    },
}  # fmt: skip


@pytest.mark.parametrize("data", LENDING.values(), ids=LENDING)
def test_list_and_verdict_agree_where_cards_share_something(data: dict[str, Any]) -> None:
    duel = duel_of(data)
    for option in duel.options:
        verdict = duel.why(option.action)
        assert verdict.legal, told(duel, verdict)
        assert (verdict.zones, verdict.positions) == (option.zones, option.positions), option
        assert duel.parse(str(option.action)).base() == option.action
        assert duel.parse(duel.short(option.action)).base() == option.action


# ---- far-fetched questions -----------------------------------------------------------------------------------


@few(12)
@given(boards(), st.integers(0, 10**6))
def test_every_question_gets_an_answer(data: dict[str, Any], seed: int) -> None:
    duel = duel_of(data)
    listed = {same(action) for action in duel.legal_actions()}
    for number in range(10):
        asked = far_fetched(duel, Random(f"{seed}-{number}"))
        verdict = duel.why(asked)
        assert verdict.legal == (not verdict.reasons)
        for reason in verdict.reasons:
            assert re.fullmatch(r"[A-Z0-9\"].*\.", reason.sentence, re.DOTALL), reason
            assert reason.sources, reason
        if verdict.legal and asked.player == duel.board.turn_player:
            assert same(verdict.action) in listed, told(duel, verdict)
        if same(asked) in listed and asked.zone is None and asked.position is None:
            assert verdict.legal, told(duel, verdict)


def far_fetched(duel: Duel, random: Random) -> Action:
    """Return an action of any kind with any card of the board."""
    refs = [ref for ref in duel.index.piece_of if ref.place not in ("pile", "nowhere")]
    kind = random.choice(OF_MONSTERS)
    card = random.choice(refs) if refs else duel.index.only("Gemini Elf")
    using: tuple[CardRef, ...] | None = tuple(sorted(random.sample(refs, min(len(refs), random.randint(0, 3)))))
    assert using is not None
    zone = random.choice((None, None, None, "mmz2", "emz left", "b mmz1", "st1", "fz", "pz left"))
    position = random.choice((None, None, *POSITIONS))
    if kind in ("flip summon", "change"):
        return Action(kind, card.player, card, position=random.choice(POSITIONS) if kind == "change" else None)
    if kind == "pendulum summon":
        return Action(kind, card.player, None, using or (card,), zone=zone, position=position)
    if kind == "switch":
        return Action(kind, card.player, card, (random.choice(refs or [card]),))
    others = tuple(ref for ref in using if ref != card)
    if kind == "ripple summon":
        name = random.choice([record["ripple"]["name"] for record in RECORDS.values() if "ripple" in record])
        return Action(kind, card.player, card, (card, *others), name, zone, position)
    open_materials = kind not in ("normal summon", "set") and random.random() < 0.3
    return Action(kind, card.player, card, None if open_materials else others, zone=zone, position=position)


def same(action: Action) -> Action:
    """Return an action as the list has it: Tributes named as such, materials in order, copies alike."""
    base = action.base()
    using = tuple(replace(ref, copy=1) for ref in base.using or ())
    card = replace(base.card, copy=1) if base.card else None
    if base.kind == "ripple summon":
        return replace(base, card=card, using=(using[0], *sorted(using[1:])) if using else using)
    if using and base.kind in ("normal summon", "set"):
        base = replace(base, kind={"normal summon": "tribute summon", "set": "tribute set"}[base.kind])
    if base.kind in ("special summon", "contact fusion"):
        base = replace(base, kind="special summon")
    return replace(base, card=card, using=tuple(sorted(using)))


@few(6)
@given(boards(), st.sampled_from(OF_MONSTERS))
def test_texts_about_any_card_are_answered(data: dict[str, Any], kind: str) -> None:
    """A monster of the pool that is on no board at all, and cards of the board without their places."""
    duel = duel_of(data)
    monsters = sorted(name for name, record in RECORDS.items() if record["card"] == "monster")
    absent = next(name for name in monsters if all(ref.name != name for ref in duel.index.piece_of))
    text = {"change": f"change {absent} to def", "switch": f"switch {absent} to {absent}"}.get(kind, f"{kind} {absent}")
    if kind == "ripple summon":
        text = f"ripple summon {RECORDS['Wave Swordsman']['ripple']['name']}"
    if kind in ("pendulum summon", "switch"):
        return
    verdict = duel.why(text)
    assert verdict.legal == (not verdict.reasons)
    if kind != "ripple summon":
        assert not verdict.legal


# ---- two boards that are one ---------------------------------------------------------------------------------


@few(10)
@given(boards())
def test_a_mirrored_board_has_the_mirrored_actions(data: dict[str, Any]) -> None:
    there = {option_key(option) for option in duel_of(mirrored(data)).options}
    here = {option_key(mirrored_option(option)) for option in duel_of(data).options}
    assert here == there


def mirrored_option(option: Option) -> Option:
    action = option.action

    def turned(ref: CardRef) -> CardRef:
        return replace(ref, player=opponent(ref.player))

    using = None if action.using is None else tuple(map(turned, action.using))
    card = turned(action.card) if action.card else None
    targets = None if action.targets is None else tuple(map(turned, action.targets))
    other = replace(action, player=opponent(action.player), card=card, using=using, targets=targets)
    zones = tuple({"a ": "b ", "b ": "a "}.get(zone[:2], zone[:2]) + zone[2:] for zone in option.zones)
    return Option(other, zones, option.positions)


def option_key(option: Option) -> Key:
    action = option.action
    plain = replace(action, using=tuple(sorted(action.using or ())), targets=tuple(sorted(action.targets or ())))
    return (plain, tuple(sorted(option.zones)), option.positions)


@few(10)
@given(boards(), st.booleans())
def test_order_and_spelling_in_the_hand_change_nothing(data: dict[str, Any], chinese: bool) -> None:
    other = {**data}
    for player in "ab":
        hand = [spelt(name, chinese) for name in reversed(data[player].get("hand", []))]
        extra = data[player].get("extra", [])[::-1]
        other[player] = {**data[player], **({"hand": hand} if hand else {}), **({"extra": extra} if extra else {})}
    first, second = duel_of(data), duel_of(other)
    assert Counter(map(option_key, first.options)) == Counter(map(option_key, second.options))


def spelt(name: str, chinese: bool) -> str | int:
    record = RECORDS[name]
    spelling: str | int = record.get("zh", name) if chinese else record.get("passcode", name)
    return spelling if spelling != "" else name


# ---- candidates ----------------------------------------------------------------------------------------------

# Everything is conceivable, whosever card it is and wherever it lies, and every card may be used. The rules alone
# must then leave what the list has.
WIDE = """
wide(Card) :- at(Card, _, 0), not at(Card, part_of(_, _), 0).
conceivable((normal_summon(Card); set(Card); flip_summon(Card)), 0) :- wide(Card).
conceivable(change_position(Card, (atk; def; fd_def)), 0) :- wide(Card).
conceivable(special_summon(Kind, Card, Way), 0) :- wide(Card), record(Card, Name, 0), way(Name, Way, Kind).
conceivable(special_summon((own; synchro; xyz; link; fusion; ritual), Card, 1), 0) :- wide(Card).
conceivable(special_summon(ripple, Card, 1), 0) :- wide(Card).
conceivable(switch(Unit, Card), 0) :- wide(Unit), at(Card, _, 0).
conceivable(pendulum_summon(a; b), 0).
considered(Action, Card, 0) :- pays(Action, Subject), at(Card, _, 0), Card != Subject.
offer(Action, Card, 0) :- pays(Action, Subject), at(Card, _, 0), Card != Subject.
pays(Action, Card) :- conceivable(Action, 0), Action = normal_summon(Card).
pays(Action, Card) :- conceivable(Action, 0), Action = set(Card).
pays(Action, Card) :- conceivable(Action, 0), Action = special_summon(_, Card, _).
{ summons(Card, 0) : wide(Card) } :- attempt(pendulum_summon(_), 0).
"""


@few(8)
@given(boards(small=True))
def test_the_candidates_leave_nothing_out(data: dict[str, Any]) -> None:
    listed, wide = duel_of(data), duel_of(data, Rulebook(text=WIDE))
    assert plain(listed) == plain(wide)


def plain(duel: Duel) -> set[Key]:
    """Return the options of a duel with copies in one state being one card."""

    def state(ref: CardRef) -> Key:
        piece = duel.index.piece_of[ref]
        return (ref.name, ref.player, ref.place, piece.proper, piece.face or "", piece.owner)

    return {
        (option.action.kind, state(option.action.card) if option.action.card else (), option.action.ripple,
         tuple(sorted(map(state, option.action.using or ()))), option.action.position, option.zones, option.positions)
        for option in duel.options
    }  # fmt: skip


# ---- reasons -------------------------------------------------------------------------------------------------

TERM = re.compile(r"\b(violation|misfit|bad_place)\(([A-Za-z_']+),\s+([a-z][a-z0-9_]*|[A-Z][A-Za-z']*)")


def heads() -> list[tuple[str, str, str, str]]:
    """Return file, predicate, rule (or action) and term of every head that gives a reason."""
    found = []
    for file in sorted(ASP.rglob("*.lp")):
        text = re.sub(r"%\*.*?\*%|%[^\n]*|\"[^\"]*\"", "", file.read_text("utf-8"), flags=re.DOTALL)
        for statement in re.split(r"\.\s", text):
            head = statement.strip().partition(":-")[0]
            found += [(file.name, match[1], match[2], match[3]) for match in TERM.finditer(head)]
    return found


def test_every_reason_of_the_rulebook_has_a_sentence() -> None:
    by_term, by_rule = reason_terms()
    for_rules = {term for _, term in by_rule}
    found = heads()
    assert len(found) > 60
    for file, predicate, rule, term in found:
        if term[0].isupper():
            # A variable stands for a misfit, a bad place, or a kind of Special Summon Monster.
            assert term in ("Why", "Kind"), (file, rule, term)
        elif predicate == "violation" and rule[0].islower():
            assert term in by_term or (rule, term) in by_rule, (file, rule, term)
        else:
            assert term in by_term or term in for_rules, (file, rule, term)


@pytest.mark.parametrize("kind", ["unlimited", "by_effect", "semi_nomi", "nomi"])
def test_every_kind_of_special_summon_monster_has_its_sentence(kind: str) -> None:
    _, by_rule = reason_terms()
    assert ("special_summon_monster_not_normal", kind) in by_rule
    assert ("nomi" if kind == "nomi" else "not_from_hand_or_deck", kind) in by_rule


def test_seeded_boards_are_the_same_each_time() -> None:
    assert board(Random("5")) == board(Random("5"))
    assert board(Random("5")) != board(Random("6"))
