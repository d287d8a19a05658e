"""The table of the rulebook: rules, their sentences and sources, where they are encoded.

The encodings are read as text, so that nothing here needs a solver. In an .lp file each
rule opens with its sentence, directly followed by a fact that names its sources:

    % tribute_count: Level 5 and 6 take exactly 1 Tribute, Level 7 and higher
    %   exactly 2.
    rule(tribute_count, ("SM-012"; "PS-018"; "PS-019")).

Sentence and fact start in the first column; a sentence goes on after a percent sign and
three spaces; the fact may span lines. The logic below belongs to the rule until the next
sentence.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ygolp.errors import EncodingError, YgolpError

CATALOGUE = Path(__file__).with_name("catalogue.json")

_SENTENCE = re.compile(r"% ([a-z][A-Za-z0-9_]*): +(\S.*)")
_CONTINUED = re.compile(r"% {3,}(\S.*)")
_FACT_START = re.compile(r"(?:\A|\.)\s*(rule\s*\()")  # at the start of a statement
_FACT = re.compile(
    r"""rule\s*\( \s* (?P<name>[a-z][A-Za-z0-9_]*) \s* , \s*
        (?: (?P<one>"[^"]+")
          | \( \s* (?P<many>"[^"]+" (?: \s* ; \s* "[^"]+" )*) \s* \) )
        \s* \) \s* \.""",
    re.VERBOSE,
)
_QUOTED = re.compile(r'"([^"]+)"')
_LEXEME = re.compile(r'"(?:\\.|[^"\\\n])*"?|%\*|%[^\n]*')
_NOT_LINE_END = re.compile(r"[^\n]+")
_BLOCK_EDGE = re.compile(r"%\*|\*%")
_CATALOGUE_ID = re.compile(r"^- id: *[\"']?([A-Z]+-\d+)\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Rule:
    """Hold one rule of the rulebook as its encoding states it.

    `sources` are catalogue ids or other citations, in the order of the fact. `file` is the
    path from the folder that was read, with forward slashes; `line` (from 1) is where the
    sentence stands.
    """

    name: str
    sentence: str
    sources: tuple[str, ...]
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Document:
    """Hold what is known of a source document of the catalogue.

    `language` is a BCP 47 tag ("es", "zh-Hans"); `prefix` opens the ids of its statements.
    """

    key: str
    title: str
    language: str
    prefix: str


@dataclass(frozen=True, slots=True)
class Statement:
    """Hold one statement of the catalogue: the sentence, and where its document says it.

    `lines` are the document's, from 1: "7", a stretch "41-45", or several places "13,155".
    """

    id: str
    sentence: str
    document: Document
    lines: str


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Hold the statements that the rules cite, by id, and their documents, by key."""

    documents: Mapping[str, Document]
    statements: Mapping[str, Statement]

    def describe(self, citation: str) -> str:
        """Say an id's statement and source in one line.

        A citation that is not in the catalogue, such as that of a public case, is given
        back as it is.
        """
        statement = self.statements.get(citation)
        if statement is None:
            return citation
        one_line = statement.lines.isdecimal()
        place = f"{'line' if one_line else 'lines'} {statement.lines.replace(',', ', ')}"
        return f"{citation}: {statement.sentence} [{statement.document.title}, {place}]"


@cache
def catalogue() -> Catalogue:
    """Give the catalogue that is shipped with the package, reading it at the first call."""
    data = json.loads(CATALOGUE.read_text(encoding="utf-8"))
    documents = {key: Document(key, **entry) for key, entry in data["documents"].items()}
    statements: dict[str, Statement] = {}
    for key, entry in data["statements"].items():
        document, lines = entry["source"]
        statements[key] = Statement(key, entry["rule"], documents[document], lines)
    return Catalogue(documents, statements)


def read_rules(folder: Path, *more: Path) -> dict[str, Rule]:
    """Read the rules of all .lp files in a folder, by name.

    Rules come in the order of files (by path) and lines; those of the further folders
    follow, their `file` beginning with the name of their folder. Raises EncodingError, with
    file and line, for a sentence without its fact, a fact without its sentence or of
    another form, two rules of one name, and a file that is not UTF-8 text; YgolpError if
    there is no such folder.
    """
    rules: dict[str, Rule] = {}
    for index, root in enumerate((folder, *more)):
        for path in _files(root, "lp"):
            inside = path.relative_to(root).as_posix()
            file = f"{root.resolve().name}/{inside}" if index else inside
            for rule in _rules_of(_text(path, file), file):
                first = rules.setdefault(rule.name, rule)
                if first is not rule:
                    raise EncodingError(
                        f"{file}:{rule.line}: rule {rule.name} is there already, "
                        f"at {first.file}:{first.line}"
                    )
    return rules


def read_file_rules(path: Path) -> list[Rule]:
    """Read the rules of one encoding, by line; `file` is its path. Raises EncodingError like read_rules."""
    return list(_rules_of(_text(path, str(path)), str(path)))


def missing(rules: Mapping[str, Rule], catalogue_dir: Path) -> list[str]:
    """List the ids of a folder of catalogue files that no rule cites.

    The ids are those of lines such as `- id: SM-012` in its .yaml files, and come in the
    order of files (by path) and lines, each once. Raises YgolpError if there is no such
    folder, or no such line in it: nothing to cite is not the same as nothing missing.
    """
    ids: dict[str, None] = {}
    for path in _files(catalogue_dir, "yaml"):
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise YgolpError(f"{path}: not UTF-8 text: {error}") from error
        ids.update(dict.fromkeys(_CATALOGUE_ID.findall(text)))
    if not ids:
        raise YgolpError(
            f"{catalogue_dir}: no catalogue ids; expected .yaml files with lines such as "
            "'- id: SM-012'"
        )
    cited = _cited(rules)
    return [key for key in ids if key not in cited]


def unknown(rules: Mapping[str, Rule]) -> list[str]:
    """List the cited ids that the shipped catalogue does not have, sorted."""
    return sorted(_cited(rules) - catalogue().statements.keys())


def scenarios_by_source(folder: Path) -> dict[str, list[str]]:
    """Find the scenario files that exercise a catalogue id or a rule.

    A file stands under each citation that an expectation of it gives as `source`, and under
    each rule name that one gives in `because` or `wrong` (rule names are lower case, ids
    upper case, so both are keys of the one table). Files are paths from the folder, sorted,
    each once a key. Raises YgolpError for a file that is not TOML.
    """
    found: dict[str, list[str]] = {}
    for path in _files(folder, "toml"):
        file = path.relative_to(folder).as_posix()
        try:
            scenario = tomllib.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:  # TOMLDecodeError or UnicodeDecodeError
            raise YgolpError(f"{path}: not TOML: {error}") from error
        for key in dict.fromkeys(_exercised(scenario)):
            found.setdefault(key, []).append(file)
    return found


def _exercised(scenario: Mapping[str, object]) -> Iterator[str]:
    """Yield the citations and rule names of a scenario's expectations, as they come."""
    expectations = scenario.get("expect")
    for expectation in expectations if isinstance(expectations, list) else []:
        if not isinstance(expectation, dict):
            continue
        for key in ("source", "because", "wrong"):
            value = expectation.get(key)
            names = value if isinstance(value, list) else [value]
            yield from (name for name in names if isinstance(name, str))


def _cited(rules: Mapping[str, Rule]) -> set[str]:
    """Collect the sources of all rules."""
    return {source for rule in rules.values() for source in rule.sources}


def _files(folder: Path, suffix: str) -> list[Path]:
    """Find the files of a suffix in a folder and below, by path."""
    if not folder.is_dir():
        raise YgolpError(f"{folder}: no such folder")
    found = (path for path in folder.rglob(f"*.{suffix}") if path.is_file())
    return sorted(found, key=lambda path: path.relative_to(folder).as_posix())


def _text(path: Path, file: str) -> str:
    """Read an encoding."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise EncodingError(f"{file}: not UTF-8 text: {error}") from error


def _rules_of(text: str, file: str) -> Iterator[Rule]:
    """Yield the rules of one encoding, from top to bottom."""
    code, comments = _split(text)
    facts = _fact_places(code, file)
    below = 0  # the first line that may be a sentence
    for line in sorted(facts.keys() | comments.keys()):
        if line < below:
            continue
        if line in facts:
            name, _ = _fact(code, facts[line], f"{file}:{line}")
            raise EncodingError(
                f"{file}:{line}: rule fact {name} has no sentence directly above it; "
                f"expected '% {name}: ...'"
            )
        opening = _SENTENCE.fullmatch(comments[line])
        if opening is None:
            continue
        named, words = opening[1], [opening[2]]
        below = line + 1
        while continued := _CONTINUED.fullmatch(comments.get(below, "")):
            words.append(continued[1])
            below += 1
        if below not in facts:
            raise EncodingError(
                f"{file}:{line}: the sentence of {named} is not directly followed by "
                f"'rule({named}, ...).' (it goes on only after a percent sign and three "
                "spaces)"
            )
        name, sources = _fact(code, facts[below], f"{file}:{below}")
        if name != named:
            raise EncodingError(
                f"{file}:{below}: rule fact {name} stands below the sentence of {named}"
            )
        below += 1
        yield Rule(name, " ".join(words), sources, file, line)


def _fact_places(code: str, file: str) -> dict[int, int]:
    """Find where rule facts start: line to offset."""
    places: dict[int, int] = {}
    done, line = 0, 1
    for match in _FACT_START.finditer(code):
        start = match.start(1)
        line += code.count("\n", done, start)
        done = start
        if start and code[start - 1] != "\n":
            raise EncodingError(f"{file}:{line}: a rule fact must start its line")
        places[line] = start
    return places


def _fact(code: str, start: int, place: str) -> tuple[str, tuple[str, ...]]:
    """Read the rule fact that starts there: its name, and its sources without repeats."""
    match = _FACT.match(code, start)
    if match is None:
        shown = code[start:].split("\n", 1)[0].rstrip()
        raise EncodingError(
            f"{place}: cannot read {shown!r}; expected a fact such as "
            'rule(tribute_count, ("SM-012"; "PS-018")).'
        )
    sources = _QUOTED.findall(match["one"] or match["many"])
    return match["name"], tuple(dict.fromkeys(sources))


def _split(text: str) -> tuple[str, dict[int, str]]:
    """Part an encoding into its code and the comments that begin a line.

    The code is the text with every comment blanked, so that places in it stay the same. The
    comments are line comments in the first column, by line from 1, without trailing space.
    Block comments nest, as in gringo, and a percent sign in a string opens none.
    """
    code: list[str] = []
    comments: dict[int, str] = {}
    done, line = 0, 1
    while found := _LEXEME.search(text, done):
        start, end = found.span()
        between, token = text[done:start], found[0]
        code.append(between)
        line += between.count("\n")
        if token.startswith('"'):
            code.append(token)
        else:
            if token == "%*":
                end = _block_end(text, end)
            elif start == 0 or text[start - 1] == "\n":
                comments[line] = token.rstrip()
            blank = _NOT_LINE_END.sub(_spaces, text[start:end])
            code.append(blank)
            line += blank.count("\n")
        done = end
    code.append(text[done:])
    return "".join(code), comments


def _spaces(match: re.Match[str]) -> str:
    """Give as many spaces as there are characters."""
    return " " * len(match[0])


def _block_end(text: str, position: int) -> int:
    """Find the end of a block comment from just inside its opening."""
    depth = 1
    while depth and (edge := _BLOCK_EDGE.search(text, position)):
        depth += 1 if edge[0] == "%*" else -1
        position = edge.end()
    return len(text) if depth else position
