"""Where a board stands in a window or on a Chain: the keys of a scenario file to facts, and back.

The facts are those of asp/inputs.lp, as nested tuples without the step; Board.flow holds them sorted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ygolp.board import HIDDEN, Board, Piece, Player, opponent, replace
from ygolp.cards.activated import activations_of
from ygolp.facts import place_term, spot_of

Fact = tuple[Any, ...]
Find = Callable[[str, str], str]


def read(
    data: dict[str, Any], find: Find, pieces: Sequence[Piece], records: Mapping[str, dict[str, Any]],
    problems: list[str],
) -> tuple[Fact, ...]:  # fmt: skip
    """Return the facts of the keys priority, passed, declined, attempt, chain, events, delayed of a scenario.

    `find` returns the id of a card that is named, and notes where it is not found; what else is wrong is added to
    `problems`.
    """
    here = {piece.id: piece for piece in pieces}
    facts: list[Fact] = []
    if "priority" in data:
        facts.append(("priority", data["priority"]))
    facts += [("passed", player) for player in data.get("passed", ())]
    facts += [("declined", player) for player in data.get("declined", ())]
    if "attempt" in data:
        facts += _attempt(data["attempt"], find, here, records, problems)
    for number, link in enumerate(data.get("chain", ()), 1):
        facts += _link(number, link, find, here, records, f"chain[{number}]", problems)
    for number, event in enumerate(data.get("events", ()), 1):
        facts += _event(event, number, find, f"events[{number}]", problems)
    if "collected" in data:
        facts.append(("collected", data["collected"]))
    for number, left in enumerate(data.get("delayed", ()), 1):
        facts += _delayed(left, find, here, f"delayed[{number}]", problems)
    if "battle" in data:
        facts += _battle(data["battle"], find, problems)
    for key in ("doomed", "bereft", "felled"):
        facts += [(key, find(name, f"{key}[{number}]")) for number, name in enumerate(data.get(key, ()), 1)]
    for number, entry in enumerate(data.get("blocked", ()), 1):
        zone = place_of_text(entry["zone"])
        if zone is None:
            problems.append(f"blocked[{number}].zone: {entry['zone']!r}: expected a Monster Zone, such as `b mmz3`")
        else:
            facts.append(("blocks", find(entry["by"], f"blocked[{number}].by"), zone))
    for number, entry in enumerate(data.get("restrained", ()), 1):
        card = find(entry["card"], f"restrained[{number}].card")
        facts += [("restrained", card, deed) for deed in entry["from"]]
    facts += [("instead_asked", player) for player in data.get("asked_instead", ())]
    facts += [("lost", player) for player in data.get("lost", ())]
    for number, entry in enumerate(data.get("unaffected", ()), 1):
        but = find(entry["but"], f"unaffected[{number}].but") if "but" in entry else "nobody"
        card = find(entry["card"], f"unaffected[{number}].card")
        facts += [("unaffected_by", card, kind, but) for kind in entry.get("by", ())]
        facts += [] if "by" in entry else [("unaffected", card, but)]
    for number, use in enumerate(data.get("used_in_duel", ()), 1):
        if use["card"] not in records:
            problems.append(f"used_in_duel[{number}].card: {use['card']!r}: no card of that name is on the board")
        facts.append(("used_in_duel", use["by"], ("string", use["card"]), use.get("effect", 1)))
    for number, earlier in enumerate(data.get("uncounted", ()), 1):
        card = find(earlier["card"], f"uncounted[{number}].card")
        facts.append(("uncounted", card, earlier["by"], earlier["number"]))
    for number, text in enumerate(data.get("used_effects", ()), 1):
        facts += _used_effect(text, find, here, records, f"used_effects[{number}]", problems)
    return ordered(facts)


def _used_effect(
    text: str, find: Find, here: Mapping[str, Piece], records: Mapping[str, dict[str, Any]], where: str,
    problems: list[str],
) -> Iterator[Fact]:  # fmt: skip
    """Yield that a card has used an effect; of a Ripple Monster also as which one it did, this one if unsaid."""
    name, _, rest = text.rpartition(" effect ")
    effect, _, face = rest.partition(" as ")
    if not effect.isdecimal():
        problems.append(f"{where}: {text!r}: expected `NAME effect NUMBER`, or `NAME effect NUMBER as RIPPLE MONSTER`")
        return
    card = find(name, where)
    piece = here.get(card)
    if piece is None:
        return
    if not piece.pile:
        if face:
            problems.append(f"{where}: {face!r}: {piece.name} is no Ripple Monster")
        yield ("used_effect", card, int(effect))
        return
    face = face or piece.name
    if face not in records:
        problems.append(f"{where}: {face!r}: no card in the pile carries that Ripple Monster")
    yield ("used_effect", card, ("face", ("string", face), int(effect)))


def _written_used(card: str, effect: Any, board: Board, name: Callable[[str], str]) -> str:
    if isinstance(effect, int):
        return f"{name(card)} effect {effect}"
    _, face, number = effect
    other = "" if face[1] == board.piece(card).name else f" as {face[1]}"
    return f"{name(card)} effect {number}{other}"


def _battle(battle: dict[str, Any], find: Find, problems: list[str]) -> Iterator[Fact]:
    """Yield the attack that was declared, and whether its damage was calculated."""
    if "attacker" in battle:
        target = find(battle["target"], "battle.target") if "target" in battle else "direct"
        yield ("attacking", find(battle["attacker"], "battle.attacker"), target)
    elif not battle.get("fought"):
        problems.append("battle: attacker is missing: it may be gone only where damage was calculated (fought = true)")
    if battle.get("fought"):
        yield ("fought",)


def place_of_text(text: str) -> tuple[str, str, int] | None:
    """Return the term of a Main Monster Zone that is written as `b mmz3`."""
    match = re.fullmatch(r"([ab]) mmz([1-5])", text)
    return ("mmz", match[1], int(match[2])) if match else None


def ordered(facts: list[Fact]) -> tuple[Fact, ...]:
    return tuple(sorted(facts, key=repr))


def _attempt(
    attempt: dict[str, Any], find: Find, here: Mapping[str, Piece], records: Mapping[str, dict[str, Any]],
    problems: list[str],
) -> Iterator[Fact]:  # fmt: skip
    yield ("attempted", attempt["by"], attempt["how"])
    for number, name in enumerate(attempt["cards"], 1):
        card = find(name, f"attempt.cards[{number}]")
        piece = here.get(card)
        # A Gemini monster that is Normal Summoned again is on the field already.
        again = piece is not None and attempt["how"] == "normal" and "gemini" in records[piece.name].get("types", ())
        wanted = ("mmz", "emz", "summoning") if attempt["how"] == "flip" or again else ("summoning",)
        if piece is not None and piece.place not in wanted and not attempt.get("negated"):
            there = "in a Monster Zone" if attempt["how"] == "flip" else f"in {piece.player}.summoning, with its zone"
            problems.append(f"attempt.cards[{number}]: {name!r} is in {piece.where}: it has to stand {there}")
        yield ("attempted_card", card)
    for number, name in enumerate(attempt.get("absorbed", ()), 1):
        card = find(name, f"attempt.absorbed[{number}]")
        piece = here.get(card)
        if piece is not None and piece.place != "part":
            problems.append(f"attempt.absorbed[{number}]: {name!r} is in {piece.where}: it has to be in the pile")
        yield ("absorbed", card)
    if attempt.get("negated"):
        yield ("attempt_negated",)
    if attempt.get("window_used"):
        yield ("window_used",)


def _link(
    number: int, link: dict[str, Any], find: Find, here: Mapping[str, Piece], records: Mapping[str, dict[str, Any]],
    where: str, problems: list[str],
) -> Iterator[Fact]:  # fmt: skip
    card = find(link["card"], f"{where}.card")
    piece = here.get(card)
    if piece is None:
        return
    origin = link.get("of", piece.name)
    if origin not in records:
        problems.append(f"{where}.of: {origin!r}: no card of that name was copied")
        return
    known = list(activations_of(records[origin]))
    if link.get("effect", 1) not in known:
        numbers = ", ".join(map(str, known)) or "none"
        problems.append(f"{where}.effect: {link.get('effect', 1)}: {origin} has no such effect: {numbers}")
    yield ("link", number, link.get("by", piece.player), card, ("string", origin), link.get("effect", 1))
    targets = [find(name, f"{where}.targets") for name in link.get("targets", ())]
    yield from (("link_target", number, target) for target in targets)
    yield from (("link_event", number, find(name, f"{where}.event")) for name in link.get("event", ()))
    yield ("link_aims", number, link.get("aimed", len(targets)))
    yield from (("link_paid", number, find(name, f"{where}.cost")) for name in link.get("cost", ()))
    if link.get("here", True):
        yield ("link_here", number)
        if link.get("on_field", piece.place in ("mmz", "emz", "st", "fz", "pz")):
            yield ("link_on_field", number)
    if "position" in link:
        yield ("link_position", number, link["position"])
    if "zone" in link:
        yield ("link_zone", number, _spot(link["zone"], link.get("by", piece.player), find, f"{where}.zone", problems))
    if "negated" in link:
        yield ("link_negated", number, link["negated"])
    for flag in ("done", "owes"):
        if link.get(flag):
            yield (f"link_{flag}" if flag == "done" else flag, number)
    if "step" in link:
        yield ("link_step", number, link["step"])
    yield from (("step_done", number, step) for step in link.get("steps_done", ()))
    yield from (("step_card", number, find(name, f"{where}.step_cards")) for name in link.get("step_cards", ()))


def _event(event: dict[str, Any], number: int, find: Find, where: str, problems: list[str]) -> Iterator[Fact]:
    at = event.get("number", number)
    kinds = ("summoned", "moved", "attack", "battle_damage", "shown", "turned_up", "worked", "beaten", "starts")
    named = [key for key in kinds if key in event]
    if len(named) != 1:
        problems.append(f"{where}: one of {', '.join(kinds)} is asked for, not {len(named)}")
        return
    if named == ["worked"]:
        yield ("happened", at, ("worked", event["worked"]))
        return
    if named == ["battle_damage"]:
        yield ("happened", at, ("battle_damage", event["battle_damage"]))
        return
    if named == ["starts"]:
        yield ("happened", at, ("starts", event["starts"]))
        return
    card = find(event[named[0]], f"{where}.{named[0]}")
    if named == ["beaten"]:
        yield ("happened", at, ("beaten", card, find(event.get("of", ""), f"{where}.of")))
        return
    player = event.get("by", "a")
    if named in (["shown"], ["turned_up"]):
        yield ("happened", at, (named[0], card))
    elif named == ["attack"]:
        yield ("happened", at, ("attack", card, player))
    elif named == ["summoned"]:
        zone = _spot(event.get("zone", "mmz1"), player, find, f"{where}.zone", problems)
        yield ("happened", at, ("summoned", card, event.get("how", "special"), zone, event.get("position", "atk")))
    else:
        cause: Any = event.get("cause", "rules")
        if cause in ("effect a", "effect b"):
            cause = ("effect", cause[-1])
        start = _spot(event.get("from", "mmz1"), player, find, f"{where}.from", problems)
        to = _spot(event.get("to", "gy"), player, find, f"{where}.to", problems)
        yield ("happened", at, ("moved", card, start, to, event.get("deed", "send"), cause))


def _delayed(
    left: dict[str, Any], find: Find, here: Mapping[str, Piece], where: str, problems: list[str]
) -> Iterator[Fact]:
    """Yield what an effect has left for a later phase: a return from banishment, control of a monster, or a Summon."""
    card = find(left["card"], f"{where}.card")
    piece = here.get(card)
    if piece is None:
        return
    if left["does"] == "turn_up":
        yield ("delayed", card, ("turns_up", left.get("to", opponent(left["by"])), "def"), left["phase"],
               left.get("turn", "any"), left["by"])  # fmt: skip
        return
    returns, control = left["does"] == "return", left["does"] == "control"
    if control and piece.place not in ("mmz", "emz"):
        problems.append(f"{where}.card: {left['card']!r} is in {piece.where}: control is of a monster on the field")
    if returns and piece.place != "banished":
        problems.append(f"{where}.card: {left['card']!r} is in {piece.where}: what returns is banished")
    if not returns and not control and piece.place not in HIDDEN:
        problems.append(f"{where}.card: {left['card']!r} is in {piece.where}: what is Summoned is not on the field yet")
    if not returns and "position" in left:
        problems.append(f"{where}.position: only what returns has a position already")
    if left["does"] in ("normal", "tribute", "flip", "set", "pendulum", "ripple"):
        problems.append(f"{where}.does: {left['does']!r}: what comes later returns or is Special Summoned by an effect")
    default = opponent(piece.player) if control else piece.player if returns else left["by"]
    holder = left.get("to", default)
    deed = ("back", holder, left.get("position", "atk")) if returns else ("summon", holder, left["does"])
    if control:
        deed = ("control", holder, "back")
    yield ("delayed", card, deed, left["phase"], left.get("turn", "any"), left["by"])


_SPOT = re.compile(
    r"(?:[ab] )?(?:summoning(?: (?:mmz[1-5]|emz (?:left|right)|extra))?|mmz[1-5]|st[1-5]|(?:emz|pz) (?:left|right)"
    r"|fz|hand|deck|extra|gy|banished)"
)


def _spot(text: str, player: str, find: Find, where: str, problems: list[str]) -> Fact:
    """Return the term of a place that is written, `b mmz3`; `under NAME`, `part 1 of NAME` is a card's."""
    if text.startswith("under "):
        return ("under", find(text.removeprefix("under "), where))
    if text == "material":
        return ("under", "nobody")
    part = re.fullmatch(r"part (\d{1,2}) of (.+)", text)
    if part:
        return ("part_of", find(part[2], where), int(part[1]))
    if not _SPOT.fullmatch(text):
        problems.append(f"{where}: {text!r}: expected a place such as `a mmz3`, `b emz left`, `a gy`, `under NAME`")
        return ("gy", player)
    return place_term(text, player)


# ---- back ----------------------------------------------------------------------------------------------------


def written(board: Board, name: Callable[[str], str]) -> dict[str, Any]:
    """Return the keys of a scenario for the facts of a board; `name` names a card so that it is found again."""
    of: dict[str, list[Fact]] = {}
    for fact in board.flow:
        of.setdefault(fact[0], []).append(fact[1:])
    found: dict[str, Any] = {}
    if "priority" in of:
        found["priority"] = of["priority"][0][0]
    for key in ("passed", "declined"):
        if key in of:
            found[key] = [fact[0] for fact in of[key]]
    if "attempted" in of:
        player, how = of["attempted"][0]
        found["attempt"] = {"by": player, "how": how, "cards": [name(fact[0]) for fact in of.get("attempted_card", ())]}
        if "absorbed" in of:
            found["attempt"]["absorbed"] = [name(fact[0]) for fact in of["absorbed"]]
        if "attempt_negated" in of:
            found["attempt"]["negated"] = True
        if "window_used" in of:
            found["attempt"]["window_used"] = True
    links = sorted(of.get("link", ()))
    if links:
        found["chain"] = [_written_link(board, fact, of, name) for fact in links]
    events = sorted(of.get("happened", ()), key=lambda fact: (fact[0], repr(fact)))
    if events:
        found["events"] = [_written_event(number, what, name) for number, what in events]
    if "collected" in of:
        found["collected"] = of["collected"][0][0]
    if "delayed" in of:
        found["delayed"] = [_written_delayed(fact, name) for fact in of["delayed"]]
    found.update(_written_battle(of, name))
    if "used_effect" in of:
        found["used_effects"] = [_written_used(card, effect, board, name) for card, effect in of["used_effect"]]
    return found


def _written_battle(of: dict[str, list[Fact]], name: Callable[[str], str]) -> Iterator[tuple[str, Any]]:
    if "attacking" in of:
        attacker, target = of["attacking"][0]
        battle: dict[str, Any] = {"attacker": name(attacker)}
        if target != "direct":
            battle["target"] = name(target)
        if "fought" in of:
            battle["fought"] = True
        yield "battle", battle
    elif "fought" in of:
        yield "battle", {"fought": True}
    for key in ("doomed", "bereft", "felled"):
        if key in of:
            yield key, [name(fact[0]) for fact in of[key]]
    if "blocks" in of:
        yield "blocked", [{"zone": f"{zone[1]} {zone[0]}{zone[2]}", "by": name(card)} for card, zone in of["blocks"]]
    if "restrained" in of:
        deeds: dict[str, list[str]] = {}
        for card, deed in of["restrained"]:
            deeds.setdefault(card, []).append(deed)
        yield "restrained", [{"card": name(card), "from": sorted(found)} for card, found in deeds.items()]
    if "instead_asked" in of:
        yield "asked_instead", [fact[0] for fact in of["instead_asked"]]
    if "lost" in of:
        yield "lost", [fact[0] for fact in of["lost"]]
    if "unaffected" in of or "unaffected_by" in of:
        kinds: dict[tuple[str, str], list[str]] = {}
        for card, kind, but in of.get("unaffected_by", ()):
            kinds.setdefault((card, but), []).append(kind)
        whole: list[tuple[str, str, dict[str, Any]]] = [(card, but, {}) for card, but in of.get("unaffected", ())]
        whole += [(card, but, {"by": by}) for (card, but), by in kinds.items()]
        yield (
            "unaffected",
            [{"card": name(card), **({} if but == "nobody" else {"but": name(but)}), **by} for card, but, by in whole],
        )
    if "uncounted" in of:
        made = sorted(of["uncounted"])
        yield "uncounted", [{"card": name(card), "by": player, "number": number} for card, player, number in made]
    if "used_in_duel" in of:
        yield (
            "used_in_duel",
            [{"by": player, "card": card[1], "effect": effect} for player, card, effect in of["used_in_duel"]],
        )


def _written_link(board: Board, fact: Fact, of: dict[str, list[Fact]], name: Callable[[str], str]) -> dict[str, Any]:
    number, player, card, origin, effect = fact

    def mine(key: str) -> list[Any]:
        return [rest[1] if len(rest) > 1 else True for rest in of.get(key, ()) if rest[0] == number]

    link: dict[str, Any] = {"by": player, "card": name(card), "effect": effect}
    if origin[1] != board.piece(card).name:
        link["of"] = origin[1]
    cards = (("targets", "link_target"), ("event", "link_event"), ("cost", "link_paid"), ("step_cards", "step_card"))
    for key, predicate in cards:
        if mine(predicate):
            link[key] = [name(each) for each in mine(predicate)]
    if mine("link_aims") != [len(link.get("targets", ()))]:
        link["aimed"] = mine("link_aims")[0]
    if not mine("link_here"):
        link["here"] = False
    elif bool(mine("link_on_field")) != (board.piece(card).place in ("mmz", "emz", "st", "fz", "pz")):
        link["on_field"] = bool(mine("link_on_field"))
    for key, predicate in (("position", "link_position"), ("negated", "link_negated"), ("step", "link_step")):
        if mine(predicate):
            link[key] = mine(predicate)[0]
    if mine("link_zone"):
        link["zone"] = spot_of(mine("link_zone")[0])
    for key, predicate in (("done", "link_done"), ("owes", "owes")):
        if mine(predicate):
            link[key] = True
    if mine("step_done"):
        link["steps_done"] = sorted(mine("step_done"))
    return link


def _written_delayed(fact: Fact, name: Callable[[str], str]) -> dict[str, Any]:
    card, (deed, holder, how), phase, turn, by = fact
    does = {"back": "return", "control": "control", "turns_up": "turn_up"}.get(deed, how)
    left = {"card": name(card), "does": does, "phase": phase, "by": by, "to": holder}
    if turn != "any":
        left["turn"] = turn
    if deed == "back":
        left["position"] = how
    return left


def _written_event(number: int, what: Fact, name: Callable[[str], str]) -> dict[str, Any]:
    kind, *rest = what
    if kind in ("battle_damage", "worked"):
        return {"number": number, kind: rest[0]}
    if kind == "starts":
        return {"number": number, kind: rest[0]}
    if kind == "beaten":
        return {"number": number, "beaten": name(rest[0]), "of": name(rest[1])}
    if kind in ("shown", "turned_up"):
        return {"number": number, kind: name(rest[0])}
    if kind == "attack":
        return {"number": number, "attack": name(rest[0]), "by": rest[1]}
    if kind == "summoned":
        card, how, zone, position = rest
        return {"number": number, "summoned": name(card), "how": how, "zone": spot_of(zone), "position": position}
    card, start, to, deed, cause = rest
    return {
        "number": number, "moved": name(card), "from": _told(start, name), "to": _told(to, name), "deed": deed,
        "cause": f"effect {cause[1]}" if isinstance(cause, tuple) else cause,
    }  # fmt: skip


def _told(place: Fact, name: Callable[[str], str]) -> str:
    """Return a place as it is written; a card under which another lay may be gone."""
    if place[0] not in ("under", "part_of"):
        return spot_of(place)
    within = "under" if place[0] == "under" else f"part {place[2]} of"
    try:
        return f"{within} {name(place[1])}"
    except KeyError:
        return "material"


def players(board: Board) -> tuple[Player, ...]:
    """Return who has to act, as the board says; nobody if it does not say so."""
    return tuple("b" if fact[1] == "b" else "a" for fact in board.flow if fact[0] == "priority")


def passed_over(board: Board) -> Board:
    """Return a board of the open game state on which the turn player has passed, if it does not say who has to act."""
    if board.state != "open" or players(board):
        return board
    return replace(board, flow=ordered([*board.flow, ("priority", opponent(board.turn_player))]))
