"""What became of mutants, and the files that hold it: what noticed each, and which change nothing."""

from __future__ import annotations

import json
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2s
from pathlib import Path
from typing import Any

from ygolp import engine
from ygolp.errors import ScenarioError
from ygolp.paths import ASP
from ygolp.probing import Spot
from ygolp.statements import Mutant

EQUIVALENT = "equivalent_mutants.toml"
WITNESSES = "mutant_witnesses.json"
BESIDE = ASP.parent / "tests"


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant: the expectation that noticed it, or how many could and how many were tried."""

    mutant: Mutant
    witness: Spot | None = None
    candidates: int = 0
    tried: int = 0
    reason: str | None = None
    out_of_time: bool = False

    @property
    def unnoticed(self) -> bool:
        return self.witness is None and self.reason is None and not self.out_of_time


@dataclass(frozen=True, slots=True)
class Equivalent:
    """Mutants that change nothing: of statements with such a head, in such a file, without such a literal."""

    heads: tuple[str, ...]
    drops: tuple[str, ...]
    reason: str
    file: str | None = None
    beside: str | None = None

    def fits(self, mutant: Mutant) -> bool:
        body = [_bare(literal) for literal in mutant.statement.body]
        return (
            (self.file is None or self.file == mutant.statement.file)
            and _bare(mutant.statement.head) in self.heads
            and _bare(mutant.dropped) in self.drops
            and (self.beside is None or self.beside in body)
        )


def read_equivalents(path: Path) -> list[Equivalent]:
    """Read a list of equivalent mutants: tables [[equivalent]] with `head`, `drop` and `reason`.

    `head` and `drop` are text or lists of texts as the statement has them, spaces apart; `drop` may be "rule". `file`
    and `beside` (another literal of the statement) narrow it down. Raises ScenarioError for another form.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ScenarioError(str(path), [f"no valid TOML: {error}"]) from None
    found = []
    for number, entry in enumerate(data.get("equivalent", []), 1):
        missing = [key for key in ("head", "drop", "reason") if not entry.get(key)]
        unknown = sorted(set(entry) - {"head", "drop", "reason", "file", "beside"})
        if missing or unknown:
            raise ScenarioError(str(path), [f"equivalent[{number}].{key}: missing" for key in missing]
                                + [f"equivalent[{number}].{key}: unknown key" for key in unknown])  # fmt: skip
        beside = entry.get("beside")
        found.append(
            Equivalent(
                _texts(entry["head"]), _texts(entry["drop"]), entry["reason"], entry.get("file"),
                _bare(beside) if beside else None,
            )
        )  # fmt: skip
    return found


def _texts(value: str | list[str]) -> tuple[str, ...]:
    return tuple(_bare(text) for text in ([value] if isinstance(value, str) else value))


def _bare(text: str) -> str:
    return "".join(text.split())


def lists(rulebook: engine.Rulebook) -> list[Path]:
    folders = dict.fromkeys([BESIDE, *(path.parent for path in rulebook.more)])
    return [folder / EQUIVALENT for folder in folders if (folder / EQUIVALENT).is_file()]


def excused(fate: Fate, excuses: Sequence[Equivalent]) -> Fate:
    if not fate.unnoticed:
        return fate
    reason = next((each.reason for each in excuses if each.fits(fate.mutant)), None)
    return Fate(fate.mutant, None, fate.candidates, fate.tried, reason)


def superfluous(fates: Sequence[Fate], excuses: Sequence[Equivalent]) -> list[Equivalent]:
    """Return the entries of a list that excuse no mutant."""
    unseen = [fate for fate in fates if fate.witness is None]
    return [each for each in excuses if not any(each.fits(fate.mutant) for fate in unseen)]


def write_witnesses(path: Path, fates: Sequence[Fate], root: Path, keep: Sequence[Mutant] = ()) -> None:
    """Write down which expectation noticed each mutant; scenario files by their paths from `root`.

    Of the mutants in `keep` that have no fate the file keeps what it says.
    """
    keys = _keys([fate.mutant for fate in fates])
    kept = set(_keys(keep)).difference(keys)
    table = {key: row for key, row in _rows(path).items() if key in kept}
    table |= {
        key: [fate.witness.path.resolve().relative_to(root.resolve()).as_posix(), fate.witness.number, fate.witness.era]
        for key, fate in zip(keys, fates, strict=True)
        if fate.witness is not None
    }
    rows = ",\n".join(f" {json.dumps(key)}: {json.dumps(table[key])}" for key in sorted(table))
    path.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")


def _rows(path: Path) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return found


def remembered(path: Path | None, mutants: Sequence[Mutant], spots: Iterable[Spot]) -> dict[int, Spot]:
    """Return the witness of each mutant that has one among these expectations."""
    table = {} if path is None else _rows(path)
    there: dict[tuple[str, int, str], list[Spot]] = defaultdict(list)
    for spot in spots:
        there[spot.path.name, spot.number, spot.era].append(spot)
    found: dict[int, Spot] = {}
    for number, key in enumerate(_keys(mutants)):
        if key in table:
            file, place, era = table[key]
            for spot in there.get((Path(file).name, place, era), ()):
                if spot.path.resolve().as_posix().endswith(f"/{file}"):
                    found[number] = spot
    return found


def _keys(mutants: Sequence[Mutant]) -> list[str]:
    """Return a short name for each mutant that lasts while the statement says the same."""
    texts = [f"{each.statement.text} -{each.dropped} -{each.within}" for each in mutants]
    return [blake2s(text.encode(), digest_size=6).hexdigest() for text in texts]
