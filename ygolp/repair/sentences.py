"""Each kind of change in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from clingo import Symbol

from ygolp.board import Piece, Player, opponent
from ygolp.cards.filters import places
from ygolp.explain import PHASES, POSITIONS, STATES, describe_filter
from ygolp.facts import place_of, seen_side
from ygolp.repair.edits import player_of
from ygolp.repair.spares import Question, kind_of

_NUMBERS = ("No", "One", "Two", "Three")


def changes_of(answer: Iterable[Symbol]) -> tuple[Symbol, ...]:
    """Return the changes of an answer, the plainest first."""
    changes = [symbol.arguments[0] for symbol in answer if symbol.name == "change"]
    return tuple(sorted(changes, key=lambda change: (ORDER.index(change.name), change)))


def level_of(question: Question, card: Symbol) -> int | None:
    """Return the Level that a card on the board has now."""
    piece = question.explainer.names[card.name]
    for aspect, value in piece.now:
        if aspect == "level" and isinstance(value, int):
            return value
    level = question.board.records.get(piece.name, {}).get("level")
    return level if isinstance(level, int) else None


def _whose(question: Question, player: Player) -> str:
    return "your" if player == question.action.player else "the opponent's"


def _cards(question: Question, use: Symbol, number: int, word: str, level: int | None = None) -> str:
    """Return "One more Level 3 Tuner on your field": so many cards that a line or condition asks for."""
    unsaid = ("side", "not", "self", "token", "face")
    spec = {key: value for key, value in question.specs[use].items() if key not in unsaid}
    kind = kind_of(spec, ("monster_zone",), None)
    if level is not None:
        spec.pop("level", None)
        spec = {"level": level, **spec}
    any_card = "field" in places(spec) and set(spec) <= {"place", "position"}
    if kind in ("monster_zone", "spell_zone"):
        spec.pop("place", None)
    what = describe_filter(spec, plural=number != 1)
    if any_card:
        what = what.replace("monster", "card")
    whose = _whose(question, _side(question, use))
    if whose != "your":
        what = what.replace("in your ", f"in {whose} ")
    where = f" on {whose} field" if kind in ("monster_zone", "spell_zone") else ""
    return f"{_NUMBERS[number]} {word} {what}{where}"


def _side(question: Question, use: Symbol) -> Player:
    player = question.action.player
    return opponent(player) if question.specs[use].get("side") == "opponent" else player


def _more(
    question: Question, answer: Sequence[Symbol], use: Symbol, number: int, level: int | None = None
) -> str:
    if use.name == "tribute":
        return f"{_cards(question, use, number, 'more')} to Tribute"
    text = _cards(question, use, number, "more", level)
    if use.name != "slot":
        return text
    exchanged = any(change.name == "without" for change in changes_of(answer))
    return f"{text}, used {'instead' if exchanged else 'as well'}"


def _fewer_made(number: Symbol, what: str, both: str) -> str:
    made = number.number
    return f"no {what} made this turn" if made == 0 else f"only {made} {what if made == 1 else both} made this turn"


def _undone(q: Question, fact: Symbol) -> str:
    name, arguments = fact.name, fact.arguments
    if name == "pendulum_summoned":
        return "the Pendulum Summon of this turn not made yet"
    if name == "resolved":
        return f"the effect of {arguments[1].string} not lasting this turn"
    done = {
        "arrived": "{} not summoned, Set or placed this turn",
        "position_changed": "the position of {} not changed this turn", "attacked": "{} not having attacked this turn",
        "switched": "{} not Switched this turn",
    }  # fmt: skip
    return done[name].format(q.explainer.card(arguments[0]))


def _gone(q: Question, card: Symbol) -> str:
    place = q.explainer.names[card.name].place
    where = {"gy": "in the GY", "hand": "in the hand", "banished": "banished"}.get(place, "on the field")
    return f"{q.explainer.card(card)} not being {where}"


def _moved(q: Question, card: Symbol, kind: Symbol) -> str:
    to = {
        "hand": "in your hand", "gy": "in your GY", "banished": "banished", "extra": "face-down in your Extra Deck",
        "deck": "in your Deck", "monster_zone": "face-up on your field", "defense": "in Defense Position on your field",
        "set": "Set on your field",
    }[kind.name]  # fmt: skip
    piece = q.explainer.names[card.name]
    if piece.place == "nowhere":
        return f"{piece.name} being {to}"
    place = "banished" if piece.place == "banished" else q.explainer.place(card)
    return f"{piece.name} being {to}, not {place}"


def _turned(q: Question, card: Symbol, position: Symbol) -> str:
    now = q.explainer.names[card.name].position or "atk"
    return f"{q.explainer.card(card)} being in {POSITIONS[position.name]} instead of {POSITIONS[now]}"


def _scale(q: Question, side: Symbol, scale: Symbol) -> str:
    name = "left" if side.name == "l" else "right"
    there = in_pendulum_zone(q, name)
    text = f"a card with Pendulum Scale {scale} in your {name} Pendulum Zone"
    return f"{text} instead of {there.name}" if there else text


def in_pendulum_zone(q: Question, name: str) -> Piece | None:
    where = (q.action.player, "pz", name)
    return next((piece for piece in q.board.pieces if (piece.player, piece.place, piece.zone) == where), None)


def _other_zone(q: Question, answer: Sequence[Symbol]) -> str:
    zones = []
    for symbol in answer:
        if symbol.name == "zone_option":
            player, place, zone, _ = place_of(symbol.arguments[0])
            side = "" if player == q.action.player else f"{player} "
            if place == "emz":
                zone = seen_side(q.action.player, symbol.arguments[0].arguments[1].name)
            zones.append(f"{side}{place}{zone}" if isinstance(zone, int) else f"{side}{place} {zone}")
    return f"another zone ({', '.join(sorted(zones))})" if zones else "another zone"


def _other_position(q: Question, answer: Sequence[Symbol]) -> str:
    names = sorted(POSITIONS[symbol.arguments[0].name] for symbol in answer if symbol.name == "position_option")
    return f"in {' or '.join(names)} instead"


def _also(q: Question, card: Symbol) -> str:
    if q.action.kind in ("normal summon", "tribute summon", "set", "tribute set"):
        return f"Tributing {q.explainer.card(card)}{' as well' if q.action.using else ''}"
    return f"using {q.explainer.card(card)}{' as well' if q.action.using else ''}"


def _life_points(q: Question, player: Symbol, points: Symbol) -> str:
    return f"your LP being {points} instead of {q.board.sides[player_of(player)].lp}"


def _turn(q: Question, player: Symbol) -> str:
    return f"it being the turn of player {player}"


SENTENCES: dict[str, Callable[..., str]] = {
    "main_phase": lambda q, _: f"it being Main Phase 1 instead of the {PHASES[q.board.phase]}",
    "turn": lambda q, _, player: _turn(q, player),
    "open_state": lambda q, _: f"an open game state (now {STATES[q.board.state]})",
    "no_trigger": lambda q, _: "no Trigger Effect waiting for its Chain",
    "extension": lambda q, _, name: f"the extension {name} switched on",
    "fewer_normal_summons": lambda q, _, player, number: _fewer_made(
        number, "Normal Summon or Set", "Normal Summons and Sets"
    ),
    "fewer_special_summons": lambda q, _, player, number: _fewer_made(number, "Special Summon", "Special Summons"),
    "undone": lambda q, _, fact: _undone(q, fact),
    "unused": lambda q, _, player, name: f"the effect of {name.string} not used this turn",
    "other_zone": _other_zone,
    "other_position": _other_position,
    "ordinary": lambda q, _: "a Normal Summon or Set without Tribute instead of a Tribute Summon",
    "on_top": lambda q, _, card: f"{q.explainer.card(card)} on top instead of {q.explainer.me()}",
    "carried": lambda q, _, ripple: f"{ripple.string} as the Ripple Monster, which is what the card on top carries",
    "free_zone": lambda q, _, player: (
        f"one monster less on {_whose(q, player_of(player))} field, so that a zone is free"
    ),
    "gone": lambda q, _, card: _gone(q, card),
    "without": lambda q, _, card: f"{q.explainer.card(card)} left out",
    "also": lambda q, _, card: _also(q, card),
    "instead": lambda q, _, card, other: f"{q.explainer.card(other)} instead of {q.explainer.card(card)}",
    "turned": lambda q, _, card, position: _turned(q, card, position),
    "more": lambda q, answer, use, number: _more(q, answer, use, number.number),
    "leveled": lambda q, answer, use, number, level: _more(q, answer, use, 1, level.number),
    "fewer": lambda q, _, use, number: _cards(q, use, number.number, "fewer"),
    "scale": lambda q, _, side, scale: _scale(q, side, scale),
    "level": lambda q, _, card, level: (
        f"{q.explainer.card(card)} being Level {level} instead of Level {level_of(q, card) or 'none'}"
    ),
    "moved": lambda q, _, card, kind: _moved(q, card, kind),
    "proper": lambda q, _, card: f"{q.explainer.card(card)} having been properly summoned before",
    "life_points": lambda q, _, player, points: _life_points(q, player, points),
}  # fmt: skip
ORDER = tuple(SENTENCES)
GENERAL = ("free_zone", "fewer")
ONE_IS_ENOUGH = ("fewer_normal_summons", "fewer_special_summons", "scale")


def change_terms() -> set[str]:
    """Return the kinds of changes that have a sentence."""
    return set(SENTENCES)
