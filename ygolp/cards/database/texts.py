"""The text of a card: which part of it is about the monster, and its first line."""

from __future__ import annotations

from typing import NamedTuple

# Where the part about the monster begins in the text of a Pendulum Monster.
_HEADS = (
    "[ monster effect ]", "[ flavor text ]", "[monster effect]", "[flavor text]", "monster effect:", "【怪兽效果】",
    "【怪獸效果】", "【怪兽描述】", "【怪獸描述】", "【モンスター効果】",
)  # fmt: skip
_PENDULUM = ("[ pendulum effect ]", "[pendulum effect]", "pendulum effect:", "【灵摆】", "【靈擺】")
_RULE = "----"
# A first line that begins so is a sentence about the card, and no list of materials.
_SENTENCE = ("must ", "cannot ", "this card", "this monster", "you can", "(this card", "if ", "when ", "once per", "●",
             "there can only", "your opponent", "neither player", "any ", "all ", "during ", "while ", "unless ",
             "for this", "a card that", "special summoned with", "gains ", "monsters ", "each ")  # fmt: skip
_HAN = (("\u3400", "\u9fff"), ("\uf900", "\ufaff"))
_KANA_OR_HANGUL = (("\u3041", "\u3096"), ("\u30a1", "\u30fa"), ("\uac00", "\ud7a3"))


class Parts(NamedTuple):
    """The text about the monster: its materials line (empty if it has none), and the rest."""

    line: str
    rest: str


def about_monster(text: str) -> str:
    """Return the part of a text that is about the monster, its line ends made equal."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    lower = plain.casefold()
    if len(lower) != len(plain):
        lower = plain.lower() if len(plain.lower()) == len(plain) else plain
    for head in _HEADS:
        at = lower.rfind(head)
        if at >= 0:
            return plain[at + len(head) :].strip()
    first = lower[:80]
    if any(head in first for head in _PENDULUM):
        return plain.partition(_RULE)[2].lstrip("-").strip()
    return plain


def parts(text: str) -> Parts:
    """Part the text of an Extra Deck monster into its materials line and what follows."""
    whole = about_monster(text)
    line, _, rest = whole.partition("\n")
    line = line.strip()
    if line.startswith("(This ") and line.endswith(")") and rest:  # a note on its name or Level stands first
        note = line
        line, _, rest = rest.strip().partition("\n")
        line, rest = line.strip(), f"{note}\n{rest}"
    if line.casefold().startswith(_SENTENCE):
        return Parts("", whole)
    return Parts(line, rest.strip())


def language(names: list[str]) -> str:
    """Return `zh` for names that are Chinese, `other` for Japanese or Korean ones, else `en`."""
    han = sum(_has(name, _HAN) for name in names)
    if sum(_has(name, _KANA_OR_HANGUL) for name in names) * 4 > len(names):
        return "other"
    return "zh" if han * 2 > len(names) else "en"


def is_english(text: str) -> bool:
    """Return whether a text can be English: no Chinese, Japanese or Korean signs in its first part."""
    start = text[:400]
    return not _has(start, _HAN + _KANA_OR_HANGUL)


def _has(text: str, ranges: tuple[tuple[str, str], ...]) -> bool:
    return not text.isascii() and any(first <= sign <= last for sign in text for first, last in ranges)

# Words without which a sentence does not change which Summons are legal, and those of what an activated effect leaves.
_MATTERS = ("summon", "tribute", "material", "treated as", " become", "negated", "battle position", " set ", "set.")
_OF_AN_EFFECT = ("this effect", "this turn", "rest of the turn", "until the end", "end phase", "this chain")
_CLOSING = {'"': '"', "(": ")", "[": "]", "\N{LEFT DOUBLE QUOTATION MARK}": "\N{RIGHT DOUBLE QUOTATION MARK}"}


def standing(text: str) -> list[str]:
    """Return the sentences that hold while the card is face-up and could change which Summons are legal.

    Effects that start a Chain have a colon or a semicolon; what stands in quotes and brackets does not count.
    """
    return [
        sentence for sentence, starts_chain in _sentences(text)
        if not starts_chain and _matters(sentence.casefold())
    ]  # fmt: skip


def _matters(sentence: str) -> bool:
    return any(word in sentence for word in _MATTERS) and not any(word in sentence for word in _OF_AN_EFFECT)


def _sentences(text: str) -> list[tuple[str, bool]]:
    found: list[tuple[str, bool]] = []
    start, starts_chain, closing = 0, False, ""

    def end(at: int) -> None:
        nonlocal start, starts_chain
        sentence = text[start:at].strip(" \n●•-")
        if sentence:
            found.append((sentence, starts_chain))
        start, starts_chain = at, False

    for at, sign in enumerate(text):
        if sign in "\r\n":
            closing = ""
            end(at)
        elif closing:
            closing = "" if sign == closing else closing
        elif sign in _CLOSING:
            closing = _CLOSING[sign]
        elif sign in ":;":
            starts_chain = True
        elif sign == "." and text[at + 1 : at + 2] in ("", " ", "\n", "\r"):
            end(at + 1)
    end(len(text))
    return found


def quoted(text: str) -> list[str]:
    """Return what stands in quotes in a text, each once."""
    plain = text.replace("\N{LEFT DOUBLE QUOTATION MARK}", '"').replace("\N{RIGHT DOUBLE QUOTATION MARK}", '"')
    parts = (name for line in plain.splitlines() for name in line.split('"')[1::2])
    return list(dict.fromkeys(name.strip() for name in parts if 0 < len(name.strip()) <= 200))
