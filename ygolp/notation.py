"""Actions as text, both ways.

The full text of an action names the place of every card, so that it stands for one action of one board; the short
text leaves places out where only one card can be meant. `parse` reads both.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from ygolp.actions import KINDS, Action, CardRef
from ygolp.board import Board, Piece, Player, opponent, replace
from ygolp.cards.activated import AS_SPELL, COPIED, activations_of, number_of, working_places
from ygolp.cards.filters import places
from ygolp.cards.known import in_use
from ygolp.cards.meaning import takes_itself
from ygolp.cards.pool import Pool, Record, fold, ripple_record
from ygolp.errors import AmbiguousAction, AmbiguousEffect, NotationError, nearest
from ygolp.pruning import KINDS as PLACES

_POSITION_WORDS = {
    "atk": "atk", "def": "def", "fd_def": "fd_def", "face-up attack position": "atk",
    "face-up defense position": "def", "face-down defense position": "fd_def",
}  # fmt: skip
_ZONE = re.compile(r"(?:([ab]) )?(mmz ?[1-5]|st ?[1-5]|emz (?:left|right)|pz (?:left|right)|fz)")
# Since 2017 the Pendulum Zones are the Spell & Trap Zones at the edge (asp/eras/settings.lp).
_EDGE_ERAS, _EDGES = ("mr4", "mr2020"), {"st1": "pz left", "st5": "pz right"}
_PLACE = re.compile(
    r"(?:([ab]) )?(mmz ?[1-5]|st ?[1-5]|emz(?: left| right)?|pz(?: left| right)?|fz"
    r"|hand|deck|extra|gy|banished|summoning|material|pile)((?: #\d{1,3})?)"
)

_ZONES = (
    *(f"{kind}{number}" for kind in ("mmz", "st") for number in range(1, 6)),
    "emz left", "emz right", "pz left", "pz right", "fz",
)  # fmt: skip
_PILES = ("hand", "deck", "extra", "gy", "banished", "summoning", "material", "pile")

_TAKE_NOTHING = {
    "flip summon": "a Flip Summon", "bring": "what comes by itself", "set spell or trap": "a Set Spell or Trap",
}  # fmt: skip


class Index:
    """The cards of a board as references, and back."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.pool = Pool(board.records.values(), base=in_use())
        self.absent: list[Piece] = []
        self.absent_records: dict[str, Record] = {}
        counts: dict[tuple[str, str, str], int] = {}
        firsts: dict[tuple[str, str, str], Piece] = {}
        self.ref_of: dict[str, CardRef] = {}
        self.piece_of: dict[CardRef, Piece] = {}
        for piece in board.pieces:
            where = "material" if piece.place == "under" else "pile" if piece.place == "part" else piece.where
            key = (piece.name, piece.player, where)
            counts[key] = counts.get(key, 0) + 1
            told = _marks(piece) != _marks(firsts.setdefault(key, piece))
            ref = CardRef(piece.name, piece.player, where, counts[key], told)
            self.ref_of[piece.id] = ref
            self.piece_of[ref] = piece

    def completed(self) -> Board:
        """Return the board with the cards that actions named although they are nowhere on it."""
        if not self.absent_records:
            return self.board
        records = {**self.board.records, **self.absent_records}
        return replace(self.board, pieces=(*self.board.pieces, *self.absent), records=records)

    def only(self, text: str) -> CardRef:
        """Return the card that `Name` or `Name (place)` stands for."""
        return self._subject("look at", text, text)

    def brief(self) -> set[CardRef]:
        """Return the references whose name alone can only mean them (or an equal copy beside them)."""
        spots: dict[str, set[tuple[str, str]]] = {}
        for ref in self.piece_of:
            if ref.place not in ("material", "pile", "deck"):
                spots.setdefault(ref.name, set()).add((ref.player, ref.place))
        apart = {ref.name for ref in self.piece_of if ref.told}
        return {ref for ref in self.piece_of if len(spots.get(ref.name, ())) <= 1 and ref.name not in apart}

    # -- reading -------------------------------------------------------------------------------------------

    def parse(self, text: str, effects: Container[tuple[CardRef | None, int]] | None = None) -> Action:
        """Read the text of an action on this board.

        Where no effect is named and several fit, those in `effects` are meant. Raises NotationError if the text is not
        understood and AmbiguousAction (AmbiguousEffect) if it fits several cards (effects of one card).
        """
        if len(text) > 4000:
            raise NotationError(f"an action of {len(text)} characters is not understood")
        words = " ".join(text.split())
        kind = self._kind(words)
        rest = words[len(kind) :].strip()
        if kind == "change":
            return self._change(rest, words)
        if kind == "switch":
            return self._switch(rest, words)
        if kind == "pass":
            return self._pass(rest, words)
        if kind == "attack":
            return self._attack(rest, words)
        rest, zone = self._zone(rest)
        rest, position = self._position(rest)
        if zone is None:
            rest, zone = self._zone(rest)
        if kind == "activate":
            return self._activate(rest, zone, position, words, effects)
        if kind == "choose":
            return self._choose(rest, zone, position, words)
        if kind == "pendulum summon":
            names = self._names(rest, words)
            actor = self._actor(names)
            cards = self._pick_all(names, actor, ("hand", "extra"), words)
            return Action(kind, actor, using=cards or None, zone=zone, position=position)
        about, using = self._about(rest, words)
        if kind == "ripple summon":
            return self._ripple(about, using, zone, position, words)
        card = self._subject(kind, about, words)
        if kind == "set" and self._record_of(card)["card"] != "monster":
            kind = "set spell or trap"
        materials: tuple[CardRef, ...] | None = None
        if using is not None:
            materials = self._pick_all(
                self._names(using, words),
                card.player,
                _material_places(kind, self._record(card)),
                words,
                card,
            )
            if kind in _TAKE_NOTHING:
                what = _TAKE_NOTHING[kind]
                raise NotationError(f"{words!r}: {what} takes no Tributes or materials")
        elif kind in ("normal summon", "set", *_TAKE_NOTHING) or self._free_of_charge(kind, card):
            materials = ()
        return Action(kind, card.player, card, materials, zone=zone, position=position)

    def _free_of_charge(self, kind: str, card: CardRef) -> bool:
        """Return whether the card has a procedure that takes no card."""
        procedures = self._record(card).get("procedures", ())
        return kind in ("special summon", "contact fusion") and any(not way.get("by") for way in procedures)

    def _takes_itself(self, card: CardRef | None) -> bool:
        return card is not None and any(map(takes_itself, self._record(card).get("procedures", ())))

    def _kind(self, words: str) -> str:
        lower = words.casefold()
        for kind in sorted(KINDS, key=len, reverse=True):
            if lower == kind or lower.startswith(kind + " "):
                return kind
        start = " ".join(lower.split()[:2])
        raise NotationError(f"{words!r}: {start!r} is no action that ygolp knows{nearest(start, KINDS)}")

    def _change(self, rest: str, words: str) -> Action:
        match = re.fullmatch(r"(.+) to (.+)", rest)
        position = _POSITION_WORDS.get(match[2].casefold()) if match else None
        if match is None or position is None:
            raise NotationError(f"{words!r}: expected `change NAME to atk`, `def` or `fd_def`")
        card = self._subject("change", match[1], words)
        return Action("change", card.player, card, position=position)

    def _switch(self, rest: str, words: str) -> Action:
        match = re.fullmatch(r"(.+?) to (.+)", rest)
        if match is None:
            raise NotationError(f"{words!r}: expected `switch RIPPLE MONSTER to CARD`")
        unit = self._subject("switch", match[1], words)
        wanted = self._known(_split_place(match[2])[0], words)
        parts = [
            self.ref_of[piece.id] for piece in self.board.pieces
            if piece.place == "part" and piece.parent == self.piece_of[unit].id and piece.name == wanted
        ]  # fmt: skip
        if not parts:
            others = self._candidates(wanted, None, None)
            if not others:
                raise NotationError(f"{words!r}: no {wanted} on this board")
            parts = others
        return Action("switch", unit.player, unit, (parts[-1],))

    def _attack(self, rest: str, words: str) -> Action:
        match = re.fullmatch(r"(.+) with (.+)", rest)
        if match is None:
            raise NotationError(f"{words!r}: expected `attack MONSTER with MONSTER` or `attack directly with MONSTER`")
        card = self._subject("attack", match[2], words)
        if match[1].casefold() == "directly":
            return Action("attack", card.player, card)
        name, place = _split_place(match[1])
        known = self._known(name, words)
        if place is None:
            named = self._candidates(known, opponent(card.player), None)
            refs = [ref for ref in named if ref.place.startswith(("mmz", "emz"))]
        else:
            refs = self._choice(known, place, card.player, ("mmz", "emz"))
        refs = refs or self._candidates(known, None, None)
        if not refs:
            raise NotationError(f"{words!r}: no {known} on this board")
        if len(refs) > 1:
            raise AmbiguousAction(words, f"which {known}", [ref.text(card.player) for ref in refs])
        return Action("attack", card.player, card, targets=tuple(refs))

    def _pass(self, rest: str, words: str) -> Action:
        player = rest.strip() or self._mover()
        if player not in ("a", "b"):
            raise NotationError(f"{words!r}: expected `pass`, `pass a` or `pass b`")
        return Action("pass", player)  # type: ignore[arg-type]

    def _mover(self) -> Player:
        """Return the player who has to act, as the board says; the turn player if it does not."""
        found = next((fact[1] for fact in self.board.flow if fact[0] == "priority"), self.board.turn_player)
        return "b" if found == "b" else "a"

    def _activate(
        self,
        rest: str,
        zone: str | None,
        position: str | None,
        words: str,
        among: Container[tuple[CardRef | None, int]] | None,
    ) -> Action:
        rest, *spoken = re.split(r" declaring ", rest, maxsplit=1)
        rest, *targeted = re.split(r" targeting ", rest, maxsplit=1)
        rest, *paid = re.split(r" using ", rest, maxsplit=1)
        rest = re.sub(r" as spell$", f" effect {AS_SPELL}", rest)
        match = re.fullmatch(r"(.+) effect (\d{1,3})", rest)
        if not rest or (targeted and not targeted[0]) or (paid and not paid[0]):
            raise NotationError(f"{words!r}: a name is missing")
        card = self._subject("activate", match[1] if match else rest, words)
        effects = self._effects_of(card)
        number = int(match[2]) if match else self._only_effect(effects, card, words, among)
        if number == AS_SPELL and number not in effects:
            raise NotationError(f"{words!r}: {card.name} is no Pendulum Monster")
        if number not in effects:
            known = ", ".join(map(str, effects)) or "none"
            raise NotationError(f"{words!r}: {card.name} has no effect {number} that is activated: {known}")
        if number == AS_SPELL and self.board.era in _EDGE_ERAS:
            zone = _EDGES.get(zone or "", zone)
        effect = effects[number]
        declared = self._spoken(spoken[0], words) if spoken else None
        if declared and "declares" not in effect:
            raise NotationError(f"{words!r}: nothing is declared for effect {number} of {card.name}")
        asked = (
            effect.get("targets", ()),
            [cost for cost in effect.get("cost", ()) if not {"pay", "counters", "mill"} & set(cost)],
        )
        given: list[tuple[CardRef, ...] | None] = []
        for text, slots in zip((targeted, paid), asked, strict=True):
            itself = card if all(slot.get("self") is True for slot in slots) and slots else None
            if text:
                names = self._names(text[0], words)
                given.append(self._pick_all(names, card.player, _slot_places(slots), words, holder=card))
            elif itself and all(slot.get("count", 1) == 1 for slot in slots):
                given.append((card,))
            else:
                given.append(() if not slots else None)
        return Action(
            "activate", card.player, card, given[1], zone=zone, position=position, effect=number, targets=given[0],
            declared=declared,
        )  # fmt: skip

    def _spoken(self, text: str, words: str) -> str:
        """Return the card name that is declared, and keep its record: the card need not be on the board."""
        name = self._known(text.strip().strip('"'), words)
        if name not in self.board.records:
            record = self.pool.find(name)
            carrier = None if record else self.pool.find_ripple(name)
            self.absent_records[name] = ripple_record(carrier) if carrier else record or {}
        return name

    def declares(self, action: Action) -> bool:
        """Return whether a card name is declared for an activation."""
        return action.card is not None and "declares" in self._effects_of(action.card).get(action.effect, {})

    def _effects_of(self, card: CardRef) -> dict[int, Record]:
        record = self.completed().records.get(card.name, {})
        found = activations_of(record)
        copied = self.completed().records.get(self.piece_of[card].copied or "", {}) if card in self.piece_of else {}
        for index, effect in enumerate(copied.get("effects", ())):
            found[COPIED + number_of(effect, index)] = effect
        return found

    def _only_effect(
        self, effects: dict[int, Record], card: CardRef, words: str, among: Container[tuple[CardRef | None, int]] | None
    ) -> int:
        """Return the number of the effect that is meant where none is named: those that fit the moment go first."""
        if not effects:
            raise NotationError(f"{words!r}: {card.name} has no effect that is activated, as far as ygolp knows")
        here = card in self.piece_of and self.piece_of[card].place == "hand"
        found = [number for number in effects if number != AS_SPELL or here] or list(effects)
        for fits in (self._fits_moment, self._fits_place):
            found = [number for number in found if fits(effects[number], card)] or found
        if among is not None:
            found = [number for number in found if (card, number) in among] or found
        if len(found) > 1:
            named = [f"effect {number}" if number != AS_SPELL else "as spell" for number in found]
            raise AmbiguousEffect(words, named, [(card, number) for number in found])
        return found[0]

    def _fits_moment(self, effect: Record, card: CardRef) -> bool:
        state, answers = self.board.state, effect.get("answers", {})
        return (state == "attempt") == ("summon" in answers) and (state == "building" or "activation" not in answers)

    def _fits_place(self, effect: Record, card: CardRef) -> bool:
        if (effect["kind"] == "trigger" and "on" in effect) != (self.board.state == "success"):
            return False
        piece = self.piece_of[card]
        if effect["kind"] == "activation":
            return piece.place == "hand" or piece.face == "down"
        places = working_places(self.board.records.get(piece.name, {"card": ""}), effect)
        return not {*PLACES.get(piece.place, ()), piece.place}.isdisjoint(places)

    def _choose(self, rest: str, zone: str | None, position: str | None, words: str) -> Action:
        player = self._mover()
        if rest in ("nothing", ""):
            return Action("choose", player, using=(), zone=zone, position=position)
        names = self._names(rest, words)
        refs = self._pick_all(names, player, ("deck", "hand", "gy", "extra", "mmz", "emz"), words)
        return Action("choose", player, using=refs, zone=zone, position=position)

    def _ripple(
        self, about: str, using: str | None, zone: str | None, position: str | None, words: str
    ) -> Action:
        name, _ = _split_place(about)
        carrier_record = self.pool.find_ripple(name)
        if carrier_record is None:
            self._blame_what_follows(about, words)
            raise NotationError(f"{words!r}: {name!r} is no Ripple Monster that ygolp knows")
        ripple = carrier_record["ripple"]["name"]
        if using is None:
            carrier = self._subject("ripple summon", carrier_record["name"], words)
            return Action("ripple summon", carrier.player, carrier, None, ripple, zone, position)
        names = self._names(using, words)
        actor = self._actor(names)
        refs = self._pick_all(names, actor, ("mmz", "emz", "st", "fz", "pz"), words)
        if not refs:
            raise NotationError(f"{words!r}: the carrier stands first after `using`")
        return Action("ripple summon", actor, refs[0], refs, ripple, zone, position)

    def _zone(self, rest: str) -> tuple[str, str | None]:
        match = re.search(r" to (" + _ZONE.pattern + r")$", rest)
        if match is None:
            return rest, None
        side = f"{match[2]} " if match[2] else ""
        zone = re.sub(r"^(mmz|st) ", r"\1", match[3])
        return rest[: match.start()].strip(), side + zone

    def _position(self, rest: str) -> tuple[str, str | None]:
        match = re.search(
            r" in (atk|def|fd_def|face-(?:up|down) (?:attack|defense) position)$", rest, re.IGNORECASE
        )
        if match is None:
            return rest, None
        return rest[: match.start()].strip(), _POSITION_WORDS[match[1].casefold()]

    def _about(self, rest: str, words: str) -> tuple[str, str | None]:
        if rest.endswith(" using"):
            raise NotationError(f"{words!r}: names are missing after `using`")
        parts = re.split(r" using ", rest, maxsplit=1)
        if not parts[0]:
            raise NotationError(f"{words!r}: the name of a card is missing")
        return parts[0], parts[1] if len(parts) > 1 else None

    def _names(self, text: str, words: str) -> list[str]:
        """Split a list of names; a name may hold commas, so the longest known name wins."""
        parts = [part.strip() for part in text.split(",")] if text else []
        names: list[str] = []
        while parts:
            for length in range(len(parts), 0, -1):
                candidate = ", ".join(parts[:length])
                if length == 1 or self._find(_split_place(candidate)[0]) is not None:
                    names.append(candidate)
                    parts = parts[length:]
                    break
        if any(not name for name in names):
            raise NotationError(f"{words!r}: a name is missing between commas")
        return names

    # -- cards ---------------------------------------------------------------------------------------------

    def _find(self, name: str) -> str | None:
        record = self.pool.find(int(name) if name.isdecimal() else name)
        if record is not None:
            return str(record["name"])
        carrier = self.pool.find_ripple(name)
        return str(carrier["ripple"]["name"]) if carrier else None

    def _known(self, name: str, words: str) -> str:
        found = self._find(name)
        if found is None:
            self._blame_what_follows(name, words)
            here = {piece.name for piece in self.board.pieces}
            hint = nearest(name, here) or self.pool.hint(name)
            raise NotationError(f"{words!r}: unknown card {name!r}{hint}")
        return found

    def _blame_what_follows(self, text: str, words: str) -> None:
        """Raise the error that names a wrong zone, position, place or effect behind the name of a known card."""
        for match in re.finditer(r" (to|in|as|effect) | \(", text):
            name = _split_place(re.sub(r" (as spell|effect \d{1,3})$", "", text[: match.start()]))[0]
            rest = text[match.end() :].strip()
            if self._find(name) is None or not rest:
                continue
            if match[1] == "to":
                raise NotationError(f"{words!r}: {_about_zone(rest)}")
            if match[1] == "in":
                raise NotationError(f"{words!r}: {_about_position(rest)}")
            if match[1] == "effect":
                number = re.sub(rf" effect {AS_SPELL}$", " as spell", _before_zone(rest))
                if not re.fullmatch(r"\d{1,3}", number):
                    raise NotationError(f"{words!r}: {number!r} is no number of an effect")
            if match[1] is None and rest.endswith(")"):
                raise NotationError(f"{words!r}: unknown place {rest[:-1]!r}{_meant(rest[:-1], _PILES)}")
            if match[1] == "as" and not rest.startswith("spell"):
                raise NotationError(f"{words!r}: expected `as spell`, found {'as ' + rest!r}")

    def _record_of(self, ref: CardRef) -> Record:
        """Return the record of a card, also of one that is nowhere on the board."""
        return self.completed().records[ref.name]

    def _record(self, ref: CardRef) -> Record:
        return self.board.records.get(ref.name, {})

    def _candidates(self, name: str, player: Player | None, place: str | None) -> list[CardRef]:
        place, _, number = (place or "").partition(" #")

        def fits(ref: CardRef) -> bool:
            if ref.name != name or (ref.place == "pile" and place != "pile"):
                return False
            if player is not None and ref.player != player:
                return False
            if number and ref.copy != int(number):
                return False
            return not place or ref.place == place or ref.place.split()[0] == place

        return sorted((ref for ref in self.piece_of if fits(ref)), key=lambda ref: ref.told)

    def _actor(self, names: Sequence[str]) -> Player:
        """Return the turn player, unless every card that is named is only on the other side."""
        turn = self.board.turn_player
        for text in names:
            name, place = _split_place(text)
            if place and place[0]:
                return place[0]
            found = self._find(name)
            if found and (self._candidates(found, turn, None) or not self._candidates(found, None, None)):
                return turn
        return opponent(turn) if names else turn

    def _subject(self, kind: str, text: str, words: str) -> CardRef:
        name, place = _split_place(text)
        known = self._known(name, words)
        turn = self._mover() if kind == "activate" else self.board.turn_player
        if place is not None:
            refs = self._candidates(known, place[0] or turn, place[1])
            if not refs and place[0] is None:
                refs = self._candidates(known, opponent(turn), place[1])
            if not refs:
                raise NotationError(f"{words!r}: no {known} there: {text!r}")
            return self._only(refs, words, known)
        for player in (turn, opponent(turn)):
            refs = self._candidates(known, player, None)
            for tier in _subject_places(kind):
                here = [ref for ref in refs if ref.place.split()[0].rstrip("12345") in tier]
                if here:
                    return self._only(here, words, known)
            if refs:
                return self._only(refs, words, known)
        return self._nowhere(known)

    def _nowhere(self, name: str) -> CardRef:
        """Return a reference to a card that is on no board, so that it can be asked about all the same."""
        ref = CardRef(name, self.board.turn_player, "nowhere")
        if ref not in self.piece_of:
            piece = Piece(f"absent_{len(self.absent) + 1}", name, self.board.turn_player, "nowhere")
            record = self.pool.find(name)
            carrier = None if record else self.pool.find_ripple(name)
            if carrier is not None:
                record = ripple_record(carrier)
            assert record is not None
            self.absent.append(piece)
            self.absent_records[name] = record
            self.piece_of[ref], self.ref_of[piece.id] = piece, ref
        return ref

    def _only(self, refs: list[CardRef], words: str, name: str) -> CardRef:
        spots = {(ref.player, ref.place) for ref in refs}
        if len(spots) > 1:
            turn = self.board.turn_player
            raise AmbiguousAction(words, f"which {name}", [ref.text(turn) for ref in refs])
        return refs[0]

    def _pick_all(
        self, names: Sequence[str], actor: Player, tiers: tuple[str, ...], words: str, subject: CardRef | None = None,
        holder: CardRef | None = None,
    ) -> tuple[CardRef, ...]:  # fmt: skip
        """Return a card for each name; a name that stands n times takes n cards. Those under the `holder` go first."""
        chosen: list[CardRef] = []
        wanted: dict[tuple[str, tuple[Player | None, str] | None], int] = {}
        for text in names:
            name, place = _split_place(text)
            key = (self._known(name, words), place)
            wanted[key] = wanted.get(key, 0) + 1
        for (known, place), count in wanted.items():
            spared = None if self._takes_itself(subject) else subject
            refs = [ref for ref in self._choice(known, place, actor, tiers, spared) if ref not in chosen]
            under = [ref for ref in refs if holder and self.piece_of[ref].parent == self.piece_of[holder].id]
            refs = under if len(under) >= count and all(ref.place == "material" for ref in refs) else refs
            if not refs and place is None:
                refs = [self._nowhere(known)]
            if not refs:
                raise NotationError(f"{words!r}: no {known} there" + ("" if place else " on this board"))
            if len(refs) < count:
                raise NotationError(f"{words!r}: {count} times {known}, but there are {len(refs)}")
            if len({(ref.player, ref.place) for ref in refs}) > 1 and len(refs) > count:
                raise AmbiguousAction(words, f"which {known}", [ref.text(actor) for ref in refs])
            chosen += refs[:count]
        by_name: dict[str, list[CardRef]] = {}
        for ref in chosen:
            by_name.setdefault(ref.name, []).append(ref)
        ordered: list[CardRef] = []
        for text in names:
            name, place = _split_place(text)
            known = self._known(name, words)
            if place is None:
                ordered.append(by_name[known].pop(0))
            else:
                spot = [ref for ref in by_name[known] if self._at(ref, place, actor)]
                ref = (spot or by_name[known])[0]
                by_name[known].remove(ref)
                ordered.append(ref)
        return tuple(ordered)

    def _at(self, ref: CardRef, place: tuple[Player | None, str], actor: Player) -> bool:
        player = place[0] or actor
        where, _, number = place[1].partition(" #")
        if number and ref.copy != int(number):
            return False
        return ref.player == player and (ref.place == where or ref.place.split()[0] == where)

    def _choice(
        self, name: str, place: tuple[Player | None, str] | None, actor: Player, tiers: tuple[str, ...],
        spared: CardRef | None = None,
    ) -> list[CardRef]:  # fmt: skip
        """Return the cards that a name may mean, with or without a place; not the card that is `spared`."""
        if place is not None:
            refs = self._candidates(name, place[0] or actor, place[1])
            refs = refs or (self._candidates(name, opponent(actor), place[1]) if place[0] is None else [])
            return [ref for ref in refs if ref != spared]
        refs = [ref for ref in self._candidates(name, actor, None) if ref != spared]
        here = [ref for ref in refs if ref.place.split()[0].rstrip("12345") in tiers]
        if here:
            return here
        other = self._candidates(name, opponent(actor), None)
        field = [ref for ref in other if ref.place.split()[0].rstrip("12345") in ("mmz", "emz")]
        return refs or field or other


def _marks(piece: Piece) -> tuple[object, ...]:
    """Return what tells a card off the field from equal ones in its place."""
    if piece.place == "part" or piece.position is not None:
        return ()
    return piece.proper, piece.face, piece.owner, piece.parent


def _about_zone(text: str) -> str:
    """Return the sentence on what stands behind `to` and is no zone, or none that this action has."""
    if re.fullmatch(_ZONE, text):
        return f"no zone is chosen here, found 'to {text}'"
    return f"unknown zone {text!r}{_meant(text)}"


def _about_position(text: str) -> str:
    """Return the sentence on what stands behind `in` and is no position, or none that this action has."""
    position = _before_zone(text)
    if position.casefold() in _POSITION_WORDS:
        zone = text[len(position) :].strip().removeprefix("to ")
        return _about_zone(zone) if zone else f"no position is chosen here, found 'in {text}'"
    hint = nearest(position.casefold().removeprefix("fu_"), _POSITION_WORDS)
    return f"unknown position {position!r}{hint or ', expected atk, def or fd_def'}"


def _before_zone(text: str) -> str:
    return re.split(r" to ", text, maxsplit=1)[0]


def _meant(text: str, more: Sequence[str] = ()) -> str:
    """Return what a wrong zone was to be: the zones of its kind if it begins with one, else the nearest."""
    kind = re.match(r"(?:\w )?(mmz|st|emz|pz)(?![a-z])", text.casefold())
    if text.casefold() in _ZONES or kind is None:
        said = {**dict.fromkeys(_ZONES), **dict.fromkeys(more)}
        usual = ["mmz1 to mmz5", "st1 to st5", *(zone for zone in said if not zone[-1].isdecimal())]
        return nearest(text, said) or f", expected {', '.join(usual)}"
    here = [zone for zone in _ZONES if zone.startswith(kind[1])]
    return f", expected {here[0]} {'or' if len(here) == 2 else 'to'} {here[-1]}"


def split_action(text: str) -> tuple[str, str]:
    """Return the kind of an action and the name that follows, without materials."""
    words = " ".join(text.split())
    kind = next(
        (kind for kind in sorted(KINDS, key=len, reverse=True) if words.casefold().startswith(kind)), ""
    )
    return kind, words[len(kind) :].strip().split(" using ")[0]


def _split_place(text: str) -> tuple[str, tuple[Player | None, str] | None]:
    """Return name and place of `Gemini Elf (b mmz2)`."""
    text = text.strip().strip('"')
    match = re.fullmatch(r"(.+?) \(" + _PLACE.pattern + r"\)", text)
    if match is None:
        return text, None
    place = re.sub(r"^(mmz|st) ", r"\1", match[3])
    return match[1].strip().strip('"'), (match[2], place + match[4])  # type: ignore[return-value]


def _subject_places(kind: str) -> tuple[tuple[str, ...], ...]:
    """Return the tiers of places in which the card of an action is looked for first."""
    if kind in ("flip summon", "change", "switch", "attack"):
        return (("mmz", "emz"),)
    if kind in ("synchro summon", "xyz summon", "link summon", "contact fusion", "fusion summon"):
        return (("extra",),)
    if kind == "ripple summon":
        return (("mmz", "emz", "st", "fz", "pz"),)
    if kind == "activate":
        return (("hand", "mmz", "emz", "st", "fz", "pz"), ("gy", "banished"), ("extra",), ("deck",))
    if kind == "bring":
        return (("banished",), ("extra",), ("hand", "deck", "gy"))
    if kind == "special summon":
        return (("hand",), ("gy",), ("extra",), ("banished",))
    return (("hand",), ("mmz", "emz"))


def _slot_places(slots: Sequence[Record]) -> tuple[str, ...]:
    """Return the places, as they are written, that slots of an effect look at."""
    kinds = {"monster_zone": ("mmz", "emz"), "field": ("mmz", "emz", "st", "fz", "pz"), "spell_zone": ("st",),
             "field_zone": ("fz",), "pendulum_zone": ("pz",)}  # fmt: skip
    found: list[str] = []
    for slot in slots:
        if slot.get("do") == "detach":
            found.append("material")
            continue
        usual = {"discard": "hand"}.get(slot.get("do", ""), "monster_zone")
        for place in places(slot, (usual,)):
            found += kinds.get(place, (place,))
    return tuple(found)


def _material_places(kind: str, record: Record) -> tuple[str, ...]:
    if kind in ("special summon", "contact fusion"):
        named: list[str] = []
        kinds = {"monster_zone": ("mmz", "emz"), "field": ("mmz", "emz", "st", "fz", "pz"), "spell_zone": ("st",),
                 "field_zone": ("fz",), "pendulum_zone": ("pz",)}  # fmt: skip
        for procedure in record.get("procedures", ()):
            for slot in procedure.get("by", ()):
                place = slot.get("place", "monster_zone")
                for one in place if isinstance(place, list) else [place]:
                    named += kinds.get(one, (one,))
        return tuple(named) or ("mmz", "emz")
    return ("mmz", "emz")


__all__ = ["KINDS", "Action", "CardRef", "Index", "fold"]
