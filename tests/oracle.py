"""Compare ygolp with the saved verdicts of an independent engine.

    python -m tests.oracle [--every N] [--quiet] FILE.jsonl [FILE ...]

Each line of a file is a board with a verdict (../shared/oracle/README.md). The board is
made a scenario (scenarios/README.md) and passes through the public door; what ygolp lists
is put into the engine's words and compared. Both sides are printed in one notation:

    special_summon Armory Arm, extra, synchro    command, card, where it is, how
        using Kuriboh (mzone 0) + Junk Synchron (mzone 4)      one material set

Places are the engine's: `hand grave banished extra deck overlay` (equal cards are one),
`mzone` 0-4 from the left of the player whose field it is, 5 and 6 the Extra Monster Zones,
`szone` 0-4, 5 the Field Zone, in `mr3` 6 and 7 the Pendulum Zones; the opponent's begin
with `1 `. A Pendulum Summon stands under the card in the left Pendulum Zone, its sets are
the names of the monsters summoned. Tributes, materials and costs make one set, without the
Xyz Materials that move along with their monster.

A line with a full list is compared as to all Summons, Sets and position changes, one about
a single monster as to that monster's Special Summons without an effect, one with numbers of
lines of play as to the number of actions at depth 1. Material sets are compared where the
line has `outcomes`; where that list was cut short, ours may hold more. Spells, Traps,
activations, the choice of field and the end of the phase are not compared.

Boards with passcodes are about cards of a `cards.cdb`: those in use (ygolp/cards/known.py), else
`../data/cards.cdb` beside the folder of the file. Of a Fusion Monster the sets of Polymerization
are compared too. A board is understood where nothing of the text that the database has of the
monster is left over; where something is, or where the line has an `engine_note` and a note of
ygolp says that it does not know all of the text, a difference is `marked`, not wrong. So it is where
the board is not `plain` and a note says that nothing is known of another card on it.
`--every N` takes each N-th line only, `--quiet` prints the figures alone.

Exit status 0 when all agree or are explained in oracle_deviations.toml, 1 when something
disagrees (as does an entry there whose board agrees), 2 for a wrong call.
"""

import json
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tests import oracle_pool
from ygolp import Action, CardRef, Duel
from ygolp.board import replace
from ygolp.cards.known import databases, in_use, use_cards
from ygolp.cards.pool import embedded
from ygolp.report import legal_notes
from ygolp.scenario import read_data

DEVIATIONS = Path(__file__).with_name("oracle_deviations.toml")
ERAS = {"mr2": "mr2", "mr3": "mr3", "mr4": "mr4", "mr5": "mr2020"}
POSITIONS = {"atk": {"position": "atk"}, "def": {"position": "def"}}
POSITIONS |= {"set": {"position": "fd_def"}, "faceup": {"face": "up"}}
POSITIONS |= {"facedown": {"face": "down"}}
HISTORY = {"summoned_this_turn": "arrived", "set_this_turn": "arrived"}
HISTORY |= {"pos_changed": "position_changed", "proc": "proper", "summon": "summoned"}
COMMANDS = {
    "normal summon": ("normal_summon", ""),
    "tribute summon": ("normal_summon", ""),
    "set": ("set_monster", ""),
    "tribute set": ("set_monster", ""),
    "flip summon": ("reposition", "flip"),
    "change": ("reposition", "to_"),
    "special summon": ("special_summon", "inherent"),
    "contact fusion": ("special_summon", "contact_fusion"),
}
FUSION = "Polymerization"
EXTRA = ("synchro", "xyz", "link", "pendulum")
COMMANDS["fusion summon"] = (FUSION, "")
COMMANDS |= {f"{how} summon": ("special_summon", how) for how in EXTRA}
PLACES = {"gy": "grave", "under": "overlay", "material": "overlay", "fz": "szone 5"}
PLACES |= {"emz left": "mzone 5", "emz right": "mzone 6"}
PLACES |= {f"mmz{zone + 1}": f"mzone {zone}" for zone in range(5)}
PLACES |= {f"st{zone + 1}": f"szone {zone}" for zone in range(5)}
OUR_PLACES = {theirs: ours for ours, theirs in PLACES.items()}


class Deed(NamedTuple):
    """An action in the engine's words, without what pays for it."""

    command: str
    card: str
    place: str = ""
    how: str = ""


SINGLE = ("special_summon", FUSION)

Line = Mapping[str, Any]
Names = Callable[[Any], str]  # a name or passcode to the name that ygolp prints
Deeds = dict[Deed, set[tuple[str, ...]]]  # each with its sets of cards, equal ones repeated


class UnknownCardsError(Exception):
    """Cards that the pool of ygolp does not have."""


class Cards:
    """Names of cards: those of ygolp's pool first, else those of the file's own pool, which bring their records."""

    def __init__(self, sources: Iterable[Any]) -> None:
        self.other: dict[str, str] = {}
        self.facts: dict[str, Mapping[str, Any]] = {}
        self.made_up: dict[str, dict[str, Any]] = {}
        for source in sources:
            cards = source.get("cards", source) if isinstance(source, Mapping) else source
            if not isinstance(cards, Mapping):
                self.facts |= {card["name"]: card for card in cards if "type" in card}
                cards = {card["code"]: card["name"] for card in cards}
            for code, name in cards.items():
                self.other |= {str(code): name, name: str(code)}

    def __call__(self, card: Any) -> str:
        card = card["code"] if isinstance(card, Mapping) else card
        known = [str(card), *filter(None, [self.other.get(str(card))])]
        for each in known:
            if record := embedded().find(each):
                return str(record["name"])
        for each in known:
            if each not in self.facts and (record := in_use().find(each)):
                return str(record["name"])
            if each in self.facts:
                try:
                    self.made_up[each] = oracle_pool.record(self.facts[each])
                except oracle_pool.PhraseError as phrase:
                    raise UnknownCardsError(f"{each}: {phrase}") from None
                return each
        raise UnknownCardsError(" = ".join(known))


def names_of(sources: Iterable[Any]) -> Cards:
    """Look cards up in ygolp's pool, or in what `pool.json`, `pool`, `names` say of them."""
    return Cards(sources)


def scenario_data(line: Line, names: Names) -> dict[str, Any]:
    """Turn a board into what a scenario file would hold."""
    missing: set[str] = set()

    def card(entry: Any, **more: Any) -> dict[str, Any]:
        try:
            more["card"] = names(entry)
        except UnknownCardsError as unknown:
            missing.add(str(unknown))
        entry = entry if isinstance(entry, Mapping) else {}
        made = more | POSITIONS.get(entry.get("pos", ""), {})
        for theirs in HISTORY.keys() & entry.keys():
            made[HISTORY[theirs]] = entry[theirs] or made.get(HISTORY[theirs], False)
        if entry.get("set_this_turn"):
            made["summoned"] = "set"
        if entry.get("materials"):
            made["materials"] = [card(each).get("card") for each in entry["materials"]]
        return made

    def side(player: Line) -> dict[str, Any]:
        made: dict[str, Any] = {"lp": player.get("lp", 8000)}
        made["normal_summons"] = player.get("normal_summons_used", 0)
        for place in ("hand", "deck", "extra", "grave", "banished"):
            made[OUR_PLACES.get(place, place)] = list(map(card, player.get(place, [])))
        for number, entry in player.get("mzone", {}).items():
            place, _, word = OUR_PLACES[f"mzone {number}"].partition(" ")
            made.setdefault(place[:3], []).append(card(entry, zone=word or int(place[3:])))
        spells = player.get("szone", {}).items()
        made["st"] = [card(each, face="down", zone=int(z) + 1) for z, each in spells]
        scales = zip(("left", "right"), player.get("pzone", []), strict=False)
        made["pz"] = [card(each, zone=word) for word, each in scales if each is not None]
        made["fz"] = [card(player["fzone"])] if "fzone" in player else []
        return made

    a, b = map(side, line["board"]["players"])
    if missing:
        raise UnknownCardsError(", ".join(sorted(missing)))
    era, turn = ERAS[line["board"]["rule"]], line["board"].get("turn", 3)
    made_up = list(getattr(names, "made_up", {}).values())
    return {"title": line["id"], "era": era, "turn": turn, "a": a, "b": b, "card": made_up}


def spot(place: str, zone: int | None) -> str:
    """Write a place of the engine; only on the field does the number mean anything."""
    return f"{place} {zone}" if place in ("mzone", "szone") else place


def their_way(way: Line, names: Names) -> tuple[str, ...]:
    """Read one of the `ways`; a card that is both used and cost is counted once."""
    if "summoned" in way:
        return tuple(sorted(map(names, way["summoned"])))
    cards = way["used"] + way["cost"]
    units = {(player, zone) for _, player, place, zone in cards if place == "mzone"}
    used, cost = (
        Counter(
            f"{names(code)} ({'1 ' * player}{spot(place, zone)})"
            for code, player, place, zone in way[key]
            if place != "overlay" or (player, zone) not in units
        )
        for key in ("used", "cost")
    )
    return tuple(sorted((used | cost).elements()))


def their_deeds(line: Line, names: Names) -> Deeds | None:
    """Read the verdict of a line, None if it says nothing that is compared."""
    verdict, deeds = line.get("verdict", {}), Deeds()
    if "normal_summon" in verdict:
        for command in ("normal_summon", "set_monster", "special_summon", "reposition"):
            for entry in verdict[command]:
                how = entry.get("how", "").removeprefix("extra_")
                place = spot(entry["loc"], entry["seq"])
                deeds[Deed(command, names(entry["code"]), place, how)] = set()
        for entry in verdict.get("activate", ()):
            # Of cards whose effects are in the pool; the others are not modelled.
            if (embedded().find(names(entry["code"])) or {}).get("effects"):
                deeds[Deed("activate", names(entry["code"]), spot(entry["loc"], entry["seq"]))] = set()
    elif "offered" in verdict:
        how = verdict.get("how", "inherent")
        for place in verdict.get("from", ["extra"]) if verdict["offered"] else []:
            deeds[Deed("special_summon", names(line["monster"]), place, how)] = set()
        if verdict.get("polymerization"):
            deeds[Deed(FUSION, names(line["monster"]), "extra")] = set()
    elif "lines" in line:
        deeds[Deed("actions", str(line["lines"][0]))] = set()
    else:
        return None
    for outcome in line.get("outcomes", ()):
        command = outcome.get("command", outcome.get("by", "special_summon"))
        card = names(outcome.get("code", line.get("monster")))
        place = spot(outcome.get("loc", outcome.get("from", "extra")), outcome.get("seq"))
        for deed, ways in deeds.items():
            if deed[:3] == (command, card, place):
                ways |= {their_way(way, names) for way in outcome["ways"]}
    return deeds


def fusions(duel: Duel) -> list[Action]:
    """List the Fusion Summons that Polymerization in the hand of player a makes when it resolves."""
    there = [piece for piece in duel.board.pieces if (piece.name, piece.player, piece.place) == (FUSION, "a", "hand")]
    if not there or not any(option.action.card == duel.index.ref_of[there[0].id] for option in duel.options):
        return []
    link = ("link", 1, "a", there[0].id, ("string", FUSION), 1)
    resolving = replace(duel.board, state="resolving", flow=(link, ("link_here", 1), ("link_aims", 1, 0)))
    return [action for action in Duel(resolving).legal_actions() if action.kind == "fusion summon"]


def _only_shows(name: str) -> bool:
    """Return whether what the procedure of a card asks for is only revealed."""
    record = embedded().find(name) or in_use().find(name) or {}
    slots = [slot for procedure in record.get("procedures", ()) for slot in procedure.get("by", ())]
    return bool(slots) and all(slot.get("do") == "reveal" for slot in slots)


def our_deeds(actions: Iterable[Action], line: Line, names: Names) -> Deeds:
    """Put the actions of ygolp in the engine's words, as far as the line speaks of them."""
    deeds, (left, right) = Deeds(), (6, 7) if line["board"]["rule"] == "mr3" else (0, 4)
    places = PLACES | {"pz left": f"szone {left}", "pz right": f"szone {right}"}

    def place(card: CardRef) -> str:
        return ("1 " if card.player == "b" else "") + places.get(card.place, card.place)

    for action in actions:
        if action.kind == "set spell or trap" or (action.kind == "activate" and not action.effect):
            continue  # the listings do not hold what is Set as a Spell or Trap, nor Pendulum Monsters as Spells
        command, how = COMMANDS.get(action.kind, (action.kind, ""))
        if how == "pendulum":
            scale = names(line["board"]["players"][0]["pzone"][0])
            deed = Deed(command, scale, places["pz left"], how)
            way = sorted(card.name for card in action.using)
        else:
            assert action.card is not None, action
            how += str(action.position) if how == "to_" else ""
            deed = Deed(command, action.card.name, place(action.card), how)
            way = sorted(f"{card.name} ({place(card)})" for card in action.using)
            if "monster" in line and _only_shows(action.card.name):
                way = []  # the engine does not record what is only revealed
        deeds.setdefault(deed, set()).add(tuple(way))
    if "lines" in line:
        summons = [ways for deed, ways in deeds.items() if deed.command != "activate"]
        return {Deed("actions", str(sum(map(len, summons)))): set()}
    if "monster" in line:
        card = names(line["monster"])
        deeds = {deed: ways for deed, ways in deeds.items() if deed.card == card and deed.command in SINGLE}
    paid = ("normal_summon", *SINGLE) if "outcomes" in line else ()
    return {deed: ways if deed.command in paid else set() for deed, ways in deeds.items()}


def differences(ours: Deeds, theirs: Deeds) -> Iterator[tuple[str, str]]:
    """Give card and text of each difference."""
    for whose, these, those in (("ours", ours, theirs), ("theirs", theirs, ours)):
        for deed, ways in sorted(these.items()):
            text = f"{whose} only: {deed.command} {', '.join(filter(None, deed[1:]))}"
            if deed not in those:
                yield deed.card, text
            for way in sorted(ways - those.get(deed, ways)):
                yield deed.card, f"{text} using {' + '.join(way) or 'no card'}"


def fields(duel: Duel, line: Line, card: str) -> Iterator[tuple[str, str]]:
    """Give the fields to which a monster comes where the engine sees one field and ygolp another."""
    theirs = {player for outcome in line["outcomes"] for player in outcome["to_field_of"]}
    ours = {
        1 if zone.startswith("b ") else 0
        for option in duel.options
        if option.action.kind == "special summon" and option.action.card and option.action.card.name == card
        for zone in option.zones
    }
    if ours and ours != theirs:
        yield card, f"fields: ours {sorted(ours)}, theirs {sorted(theirs)}"


def compare(line: Line, names: Names, figures: Counter[str], known: Line) -> list[str]:
    """Compare one board, count it, and return what is to be printed about it."""
    board, reasons = line["id"], known.get(line["id"], {})
    try:
        data, theirs = scenario_data(line, names), their_deeds(line, names)
    except UnknownCardsError as unknown:
        figures["unknown"] += 1
        return [f"{board}: unknown cards: {unknown}"]
    if theirs is None:
        figures["silent"] += 1
        return []
    ours, left_over, unread, notes = Deeds(), False, False, list[str]()
    try:
        duel = Duel(read_data(data, board))
        actions = duel.legal_actions()
        if "monster" in line:
            actions += fusions(duel)
            notes = [note for note in legal_notes(duel) if names(line["monster"]) in note]
            read = in_use().read_of(duel.board.records[names(line["monster"])])
            left_over = read is not None and (bool(read.missed) or not read.text.strip())
            figures["understood"] += not left_over
            unread = line.get("plain") is False and any(_of_others(duel, names(line["monster"])))
            figures["of one monster"] += 1
        ours = our_deeds(actions, line, names)
        for outcome in line.get("outcomes", ()):
            if not outcome["complete"]:
                card = names(outcome.get("code", line.get("monster")))
                for deed in (d for d in ours.keys() & theirs.keys() if d.card == card):
                    ours[deed] &= theirs[deed]
        found = list(differences(ours, theirs))
        if any("to_field_of" in outcome for outcome in line.get("outcomes", ())):
            found += fields(duel, line, names(line["monster"]))
    except Exception as error:  # a board that breaks ygolp must not hide the others
        found = [("", f"{type(error).__name__}: {error}")]
    for deed in ours.keys() | theirs.keys():
        figures["sets"] += len(ours.get(deed, set()) | theirs.get(deed, set()))
        figures["agreed sets"] += len(ours.get(deed, set()) & theirs.get(deed, set()))
    if "monster" in line:
        figures["understood and agreed"] += not found and not left_over
        if found and (left_over or unread or (line.get("engine_note") and notes)):
            figures["not understood" if left_over else "marked"] += 1
            return [f"{board}: marked: {text}" for _, text in found]
    cards = {card for card, _ in found}
    wrong = [text for card, text in found if card not in reasons]
    wrong += [f"does not deviate: {card}" for card in reasons if card not in cards]
    explained = [f"explained: {text}: {reasons[c]}" for c, text in found if c in reasons]
    figures.update(["boards", "wrong" if wrong else "explained" if explained else "agree"])
    return [f"{board}: {text}" for text in wrong + explained]


def _of_others(duel: Duel, name: str) -> Iterator[str]:
    """Yield the notes that nothing is known of the text of another card of the board."""
    return (note for note in duel.notes_about() if "nothing is known of" in note and not note.startswith(name))


def _arguments(arguments: list[str]) -> tuple[int, bool, list[Path]]:
    """Read the command line: every how many-th line, without the report, the files."""
    rest, every, quiet = list(arguments), 1, False
    while rest[:1] in (["--every"], ["--quiet"]):
        if rest.pop(0) == "--quiet":
            quiet = True
        else:
            number = rest.pop(0) if rest else ""
            every = int(number) if number.isdecimal() else 0
    return every, quiet, [Path(argument) for argument in rest]


def main(arguments: list[str]) -> int:
    """Compare the files named, print the figures, then each disagreement."""
    every, quiet, paths = _arguments(arguments)
    if not paths or not every or not all(path.is_file() for path in paths):
        print("usage: python -m tests.oracle [--every N] [--quiet] FILE.jsonl [FILE ...]", file=sys.stderr)
        return 2
    known: dict[str, dict[str, str]] = {}
    for entry in tomllib.loads(DEVIATIONS.read_text("utf-8")).get("deviation", []):
        reason = f"{entry['reason']} [{entry['source']}]"
        known.setdefault(entry["board"], {})[entry["card"]] = reason
    figures, report = Counter[str](), list[str]()
    for path in paths:
        pool = path.with_name("pool.json")
        shared = [json.loads(pool.read_text("utf-8"))] if pool.exists() else []
        database = path.resolve().parents[1] / "data" / "cards.cdb"
        if not databases() and database.is_file():
            use_cards(database)
        for text in list(filter(str.strip, path.read_text("utf-8").splitlines()))[::every]:
            line = json.loads(text)
            own = [line[key] for key in ("pool", "names") if key in line]
            report += compare(line, names_of(shared + own), figures, known)
    if figures["of one monster"]:
        print(
            f"understood {figures['understood']} of {figures['of one monster']}, "
            f"agree {figures['understood and agreed']} of {figures['understood']}; differences that are marked: "
            f"{figures['marked']} where the engine knows more than the text, {figures['not understood']} not understood"
        )
    if quiet:
        report.clear()
    use_cards()
    print(
        f"agree {figures['agree']} of {figures['boards']} boards, "
        f"{figures['agreed sets']} of {figures['sets']} material sets\n"
        f"disagree {figures['wrong']}, explained {figures['explained']}; not compared: "
        f"unknown cards {figures['unknown']}, no such verdict {figures['silent']}",
        *report,
        sep="\n",
    )
    return 1 if figures["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
