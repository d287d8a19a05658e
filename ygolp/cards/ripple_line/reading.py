"""Reads a ripple line, in Chinese or in English.

The Chinese form is that of the cards:

    ripple_text     = [ "波纹" colon ] ripple_line [ "。" effect_text ]
    ripple_line     = plus requirements equals ripple_name open data close
    requirements    = requirement { plus requirement }
    requirement     = [ number ( "只" | "张" ) ] ( card_name | kind_monster | spell_trap_kind )
    card_name       = "「" name "」"
    kind_monster    = [ attribute "属性" ] [ race "族" ] "怪兽"             (one of the two at least)
    spell_trap_kind = [ "场地" | "装备" | "永续" | "速攻" | "仪式" | "通常" ] "魔法卡"
                    | [ "永续" | "反击" | "通常" ] "陷阱卡"
    ripple_name     = card_name | bare_name                                 (none of 「 」 （ ( ＋ + = ＝ in it)
    data            = [ "效果" sep ] race sep number "星" sep "攻" value slash "守" value
    value           = number | "?" | "？"
    plus = "＋" | "+"    equals = "=" | "＝"    open = "（" | "("    close = "）" | ")"    colon = "：" | ":"
    slash = "/" | "／"    sep = "·" | "・" | "•"

The English form says the same in the same order:

    ripple_text     = [ "Ripple" colon ] ripple_line [ "." effect_text ]
    ripple_line     = as above
    requirement     = [ number [ "x" ] ] ( card_name | kind_monster | spell_trap_kind )
    card_name       = '"' name '"' | "“" name "”" | "「" name "」"
    kind_monster    = [ attribute ] [ race ] ( "monster" | "monsters" )      (one of the two at least)
    spell_trap_kind = [ "Field" | "Equip" | "Continuous" | "Quick-Play" | "Ritual" | "Normal" ] "Spell"
                    | [ "Continuous" | "Counter" | "Normal" ] "Trap"         ("Spells", "Spell Card" as well)
    data            = [ "Effect" sep ] race sep "Level" number sep "ATK" value sep "DEF" value
    sep             = "/" | "／" | "," | "·" | "・" | "•"

In both forms space between the parts means nothing, and capital letters are not told from small ones.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple, NoReturn

from ygolp.cards.ripple_line.words import ATTRIBUTES, CARD_KINDS, CARDS, RACES
from ygolp.errors import YgolpError, nearest

LONGEST_NAME = 400
MOST_REQUIREMENTS = 6
LARGEST_COUNT = 99
LARGEST_NUMBER = 999_999
_PLUS, _EQUALS, _OPEN, _CLOSE, _COLON = "＋+", "=＝", "（(", "）)", "：:"
_CHINESE = re.compile(r"[攻守][0-9０-９?？]|[0-9０-９]星|族怪兽|属性|魔法卡|陷阱卡")
_ENGLISH = re.compile(r"\b(?:ripple|monsters?|spells?|traps?|tokens?|level|atk|def|effect)\b|[\"“]", re.IGNORECASE)
_SHOWN = 24


class RippleLineError(YgolpError):
    """A ripple line is wrong: at `column` (from 1) stands `culprit`, and `problem` says what was expected."""

    def __init__(self, column: int, culprit: str, problem: str) -> None:
        self.column, self.culprit, self.problem = column, culprit, problem
        super().__init__(f"column {column}: {repr(_cut(culprit)) if culprit else 'end of the line'}: {problem}")


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."


class Requirement(NamedTuple):
    """What one or several materials must be: a slot of a card record, and where its name or kind begins (from 1).

    The name in the slot of a card that is asked for by name is as the line has it.
    """

    slot: dict[str, Any]
    column: int


class Line(NamedTuple):
    """What a ripple line says. `text` is the effect text behind it, or nothing."""

    chinese: bool
    requirements: tuple[Requirement, ...]
    name: str
    name_column: int
    effect: bool
    race: str
    level: int
    atk: int | str
    defense: int | str
    text: str


class _Language(NamedTuple):
    """What differs between the two forms of the line."""

    label: str
    chinese: bool
    quotes: dict[str, str]
    bare_ends: str
    counts: re.Pattern[str]
    sep: str
    slash: str
    periods: str
    effect: str
    normal: tuple[str, ...]
    token: re.Pattern[str]
    attributes: dict[str, str]
    races: dict[str, str]
    level: re.Pattern[str]
    atk: str
    defense: str
    # What messages say.
    plus: str
    close: str
    quoted: str
    kinds: str
    level_form: str


_DIGITS = "[0-9０-９]+"
_ZH = _Language(
    label="波纹", chinese=True, quotes={"「": "」"}, bare_ends="「」（(＋+=＝",
    counts=re.compile(rf"({_DIGITS})\s*[只张]"), sep="·・•", slash="/／", periods="。",
    effect="效果", normal=("通常",), token=re.compile("衍生物|token"), attributes=ATTRIBUTES, races=RACES,
    level=re.compile(rf"({_DIGITS})\s*星"), atk="攻", defense="守",
    plus="＋", close="）", quoted="「」", kinds="a race as X族怪兽, an attribute as X属性怪兽", level_form="N星",
)  # fmt: skip
_EN = _Language(
    label="ripple", chinese=False, quotes={'"': '"', "“": "”", "「": "」"}, bare_ends='"“”「」（(＋+=＝',
    counts=re.compile(rf"({_DIGITS})\s*(?:[x×](?![a-z]))?", re.IGNORECASE),
    sep="/／,·・•", slash="/／,·・•", periods=".。",
    effect="effect", normal=("normal",), token=re.compile(r"\btokens?\b"),
    attributes={name.casefold(): name for name in ATTRIBUTES.values()},
    races={name.casefold(): name for name in RACES.values()},
    level=re.compile(rf"level\s*({_DIGITS})", re.IGNORECASE), atk="atk", defense="def",
    plus="+", close=")", quoted='""', kinds="a race as X monster, an attribute as LIGHT monster", level_form="Level N",
)  # fmt: skip


def read_line(text: str) -> Line:
    """Return what a ripple line says, with the effect text behind it if there is one.

    Raises RippleLineError at the first thing that is wrong.
    """
    return _Reader(text, _ZH if _is_chinese(text) else _EN).line()


def _is_chinese(text: str) -> bool:
    """Return whether a line is in Chinese: what counts are its own words, not the names in it."""
    head = re.split("[）)]", re.sub("「[^」]*」", "「」", re.sub("\"[^\"]*\"|“[^”]*”", '"', text)), maxsplit=1)[0]
    return bool(_CHINESE.search(head)) or not _ENGLISH.search(head)


class _Reader:
    """Goes through a line from left to right."""

    def __init__(self, text: str, language: _Language) -> None:
        self.text = text.rstrip()
        self.language = language
        self.at = len(text) - len(text.lstrip()) if self.text else 0

    # -- the line ------------------------------------------------------------------------------------------

    def line(self) -> Line:
        say = self.language
        self._label()
        if not self._take(_PLUS):
            ahead = re.split("[=＝（(]", self._without_names(self.text[self.at :]), maxsplit=1)[0]
            if any(sign in ahead for sign in _PLUS):
                self._fail(f"nothing may stand before the first {say.plus} (the carrier is implied)")
            self._fail(f"expected {say.plus}")
        requirements = [self._requirement()]
        while self._take(_PLUS):
            if len(requirements) == MOST_REQUIREMENTS:
                self._fail(f"at most {MOST_REQUIREMENTS} material requirements are expected")
            requirements.append(self._requirement())
        if not self._take(_EQUALS):
            self._fail("expected = after the material requirements")
        self._gap()
        named_at = self.at
        name = self._name() if self._quoted() else self._bare_name()
        if not self._take(_OPEN):
            self._fail(f"expected {'（' if say.chinese else '('} after the name of the Ripple Monster")
        effect, race = self._kind()
        level = self._level()
        self._separator()
        atk = self._value(say.atk)
        if not self._take(say.slash):
            self._fail("expected / between ATK and DEF")
        defense = self._value(say.defense)
        if not self._take(_CLOSE):
            before = self.at
            if self._take(say.sep):
                self._no_attribute()
            self.at = before
            self._fail(f"expected {say.close}" + (" at end of line" if self.at >= len(self.text) else ""))
        return Line(
            say.chinese, tuple(requirements), name, named_at + 1, effect, race, level, atk, defense,
            self._effect_text(effect),
        )  # fmt: skip

    def _label(self) -> None:
        if self._word(self.language.label) and not self._take(_COLON):
            self._fail(f"expected {_COLON[not self.language.chinese]} after {self.text[: self.at].strip()}")

    def _effect_text(self, effect: bool) -> str:
        self._gap()
        if self.at >= len(self.text):
            return ""
        if not self._take(self.language.periods):
            self._fail(f"expected {self.language.periods[0]} and the effect text, or the end")
        rest = self.text[self.at :]
        self.at += len(rest) - len(rest.lstrip())
        text = self.text[self.at :]
        if text and not effect:
            word = "效果" if self.language.chinese else "Effect"
            self._fail(f"effect text but no {word} in the brackets")
        return text

    # -- requirements --------------------------------------------------------------------------------------

    def _requirement(self) -> Requirement:
        say = self.language
        self._gap()
        count = say.counts.match(self.text, self.at)
        number = 1
        if count:
            number = self._number(count[1], self.at, 1, LARGEST_COUNT, "a count")
            self.at = count.end()
            self._gap()
        start = self.at
        if self._quoted():
            slot: dict[str, Any] = {"name": self._name(), "place": "field"}
        else:
            word = self._run("「" + say.bare_ends)
            if not word:
                self._fail(f"expected a material requirement after {say.plus}", start)
            slot = self._slot(word, start)
        return Requirement({**slot, "count": number} if number != 1 else slot, start + 1)

    def _slot(self, word: str, start: int) -> dict[str, Any]:
        say = self.language
        plain = " ".join(word.casefold().split())
        if say.token.search(plain):
            self._fail("a token cannot be a Ripple Material", start, word)
        found = _CHINESE_SLOTS.get(plain) if say.chinese else _ENGLISH_SLOTS.get(_singular(plain))
        if found is None:
            problem = f"unknown requirement {_cut(word)}: a card name stands in {say.quoted}, {say.kinds}"
            known = _CHINESE_SLOTS if say.chinese else [_shown(key) for key in _ENGLISH_SLOTS]
            # What "monster" alone could mean nobody knows.
            close = "" if _singular(plain) in ("怪兽", "monster") else nearest(word, known)
            self._fail(problem + close, start, word)
        return dict(found)

    # -- the brackets --------------------------------------------------------------------------------------

    def _kind(self) -> tuple[bool, str]:
        say = self.language
        start, field = self._field()
        effect = field.casefold() == say.effect
        if field.casefold() in say.normal:
            word = "效果" if say.chinese else "Effect"
            self._fail(f"a Ripple Monster is never a Normal Monster: {word} or nothing expected", start, field)
        if effect:
            self._separator()
            start, field = self._field()
        known = field.casefold()
        if known in say.attributes and (known not in say.races or self._race_follows()):
            self._fail(f"attribute {field} not allowed in the brackets", start, field)
        if known not in say.races:
            self._unknown_race(start, field)
        self._separator("Level missing: expected {} after the race")
        return effect, say.races[known]

    def _no_attribute(self) -> None:
        """Refuse an attribute where something else is expected."""
        before = self.at
        start, field = self._field()
        if field.casefold() in self.language.attributes:
            self._fail(f"attribute {field} not allowed in the brackets", start, field)
        self.at = before

    def _race_follows(self) -> bool:
        """Return whether a race stands behind the next separator."""
        before = self.at
        follows = self._take(self.language.sep) and self._field()[1].casefold() in self.language.races
        self.at = before
        return follows

    def _unknown_race(self, start: int, field: str) -> NoReturn:
        say = self.language
        listed = ", ".join(RACES if say.chinese else RACES.values())
        if not field or say.level.fullmatch(field) or field.casefold().startswith((say.atk, say.defense)):
            self._fail(f"race missing: expected one of {listed}", start, field)
        if say.chinese and field.removesuffix("族") in RACES:
            self._fail(f"unknown race {_cut(field)}: races stand without 族 in the brackets", start, field)
        self._fail(f"unknown race {_cut(field)}: expected one of {listed}", start, field)

    def _level(self) -> int:
        say = self.language
        self._gap()
        match = say.level.match(self.text, self.at)
        if match is None:
            self._no_attribute()
            start, field = self._field()
            self._fail(f"Level missing: expected {say.level_form} after the race", start, field or None)
        level = self._number(match[1], self.at, 1, LARGEST_NUMBER, "a Level")
        self.at = match.end()
        return level

    def _value(self, word: str) -> int | str:
        self._gap()
        shown = word if self.language.chinese else word.upper()
        if not self._word(word):
            self._no_attribute()
            self._fail(f"expected {shown} and a number, or {shown} and ?")
        if self._take("?？"):
            return "?"
        match = re.compile(_DIGITS).match(self.text, self.at)
        if match is None:
            self._fail(f"expected a number or ? after {shown}")
        value = self._number(match[0], self.at, 0, LARGEST_NUMBER, shown)
        self.at = match.end()
        return value

    def _separator(self, problem: str = "") -> None:
        if not self._take(self.language.sep):
            say = self.language
            at_end = self.text[self.at : self.at + 1] in ("", *_CLOSE)
            self._fail(problem.format(say.level_form) if problem and at_end else f"expected {say.sep[0]}")

    def _field(self) -> tuple[int, str]:
        """Return where a field of the brackets begins, and its text."""
        self._gap()
        start = self.at
        return start, self._run(self.language.sep + self.language.slash + _CLOSE + _OPEN)

    # -- names and signs -----------------------------------------------------------------------------------

    def _quoted(self) -> bool:
        return self.text[self.at : self.at + 1] in self.language.quotes and self.at < len(self.text)

    def _name(self) -> str:
        start = self.at
        end = self.language.quotes[self.text[start]]
        closed = self.text.find(end, start + 1)
        again = self.text.find("「", start + 1, max(closed, 0) or None) if end == "」" else -1
        if closed < 0 or again >= 0:
            self._fail(f"expected {end} at the end of the name", start)
        self.at = closed + 1
        return self._checked(self.text[start + 1 : closed], start, self.text[start : closed + 1])

    def _bare_name(self) -> str:
        start = self.at
        return self._checked(self._run(self.language.bare_ends), start, None)

    def _checked(self, written: str, start: int, culprit: str | None) -> str:
        name = " ".join(written.split())
        if not name:
            self._fail("expected a name", start, culprit)
        if len(name) > LONGEST_NAME:
            self._fail(f"a name has at most {LONGEST_NAME} characters", start, culprit)
        return name

    def _run(self, ends: str) -> str:
        """Return what stands before the next of these signs, without space at its ends."""
        start = self.at
        while self.at < len(self.text) and self.text[self.at] not in ends:
            self.at += 1
        return self.text[start : self.at].strip()

    def _word(self, word: str) -> bool:
        self._gap()
        if self.text[self.at : self.at + len(word)].casefold() != word:
            return False
        self.at += len(word)
        self._gap()
        return True

    def _take(self, signs: str) -> bool:
        self._gap()
        if self.at < len(self.text) and self.text[self.at] in signs:
            self.at += 1
            return True
        return False

    def _gap(self) -> None:
        """Pass over space."""
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1

    def _number(self, digits: str, start: int, least: int, most: int, what: str) -> int:
        number = int(digits) if len(digits) <= 9 else most + 1
        if not least <= number <= most:
            self._fail(f"{what} is a whole number from {least} to {most}", start, digits)
        return number

    def _without_names(self, text: str) -> str:
        for begin, end in self.language.quotes.items():
            text = re.sub(f"{begin}[^{end}]*{end}", lambda found: "x" * len(found[0]), text)
        return text

    def _fail(self, problem: str, at: int | None = None, culprit: str | None = None) -> NoReturn:
        where = self.at if at is None else at
        raise RippleLineError(where + 1, self.text[where:] if culprit is None else culprit, problem)


# ---- what unquoted requirements mean ---------------------------------------------------------------------------


def _singular(plain: str) -> str:
    """Return an English requirement in the one spelling that the table has."""
    plain = re.sub(r"-type\b", "", plain).replace("quick play", "quick-play")
    return re.sub(r"(monster|spell|trap)s?(?: cards?)?$", r"\1", plain)


def _shown(plain: str) -> str:
    """Return an English requirement as it is written: attributes in capital letters, races with one."""
    words = plain.split(" ")
    names = {name.casefold(): name for name in (*ATTRIBUTES.values(), *(part for race in RACES.values()
                                                                        for part in race.split()))}  # fmt: skip
    return " ".join(names.get(word, word if word == "monster" else word.title()) for word in words)


def _requirements(chinese: bool) -> dict[str, dict[str, Any]]:
    """Return the slot of each requirement that is no name, by the words of the line."""
    found: dict[str, dict[str, Any]] = {}
    for zh_attribute, attribute in (("", ""), *ATTRIBUTES.items()):
        for zh_race, race in (("", ""), *RACES.items()):
            if not attribute and not race:
                continue
            slot = {"attribute": attribute} if attribute else {}
            slot |= {"race": race} if race else {}
            if chinese:
                key = (f"{zh_attribute}属性" if attribute else "") + (f"{zh_race}族" if race else "") + "怪兽"
            else:
                key = " ".join(filter(None, (attribute, race, "monster"))).casefold()
            found[key] = {**slot, "place": "monster_zone"}
    for card, kind, zh_word, word in CARD_KINDS:
        slot = {"card": card, "type": kind} if kind else {"card": card}
        key = zh_word + CARDS[card][0] if chinese else f"{word} {CARDS[card][1]}".strip().casefold()
        found[key] = {**slot, "place": "field"}
    return found


_CHINESE_SLOTS = _requirements(chinese=True)
_ENGLISH_SLOTS = _requirements(chinese=False)
