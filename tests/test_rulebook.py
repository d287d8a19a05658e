"""The rulebook's table: what is read of the encodings, the catalogue and the scenarios."""

import json
import re
from pathlib import Path

import pytest

from ygolp.errors import EncodingError, YgolpError
from ygolp.rulebook import (
    CATALOGUE,
    Rule,
    catalogue,
    missing,
    read_rules,
    scenarios_by_source,
    unknown,
)

TRIBUTE = """\
%# Tribute Summon: how many Tributes.

#program step(t).

%*! tributes_needed(Card, Count, t)
% not_a_rule: Text of a block comment is no sentence.
rule(not_a_rule, "SM-001").
%* inner *% rule(nor_this, "SM-001").
*%
tributes_needed(Card, 1, t) :- level(Card, 5..6, t).  % aside: this is no sentence either

% tribute_count: Level 5 and 6 take exactly 1 Tribute, Level 7
%   and higher exactly 2.
rule(tribute_count, ("SM-012"; "PS-018")).
violation(tribute_count, needs(Count, offered(Offered)), t) :-
    attempt(normal_summon(Card), t), tributes_needed(Card, Count, t),
    rule(tribute_count, _), Offered != Count.

% Light of Intervention has its own file.
% tribute_own: A Tribute is one's own: "100 % own".
rule(tribute_own, "SM-013").
label("% no_comment: in a string").
"""

ZONES = """\
% zone_free: A summon needs a free Monster Zone.
rule(
    zone_free,  % the word of two documents
    ("SM-012";
     "RP-031" ; "SM-012")
).
"""

RULE = '% {0}: Sentence of {0}.\nrule({0}, "SM-012").\n'


@pytest.fixture
def encodings(tmp_path: Path) -> Path:
    folder = tmp_path / "asp"
    write(folder / "rules" / "tribute.lp", TRIBUTE)
    write(folder / "board" / "zones.lp", ZONES)
    write(folder / "README.md", RULE.format("in_no_encoding"))
    return folder


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def read(tmp_path: Path, text: str) -> dict[str, Rule]:
    write(tmp_path / "asp" / "rules" / "topic.lp", text)
    return read_rules(tmp_path / "asp")


# ---------------------------------------------------------------- the encodings


def test_rules_come_by_file_and_line(encodings: Path) -> None:
    assert list(read_rules(encodings).items()) == [
        (
            "zone_free",
            Rule(
                "zone_free",
                "A summon needs a free Monster Zone.",
                ("SM-012", "RP-031"),
                "board/zones.lp",
                1,
            ),
        ),
        (
            "tribute_count",
            Rule(
                "tribute_count",
                "Level 5 and 6 take exactly 1 Tribute, Level 7 and higher exactly 2.",
                ("SM-012", "PS-018"),
                "rules/tribute.lp",
                12,
            ),
        ),
        (
            "tribute_own",
            Rule(
                "tribute_own",
                'A Tribute is one\'s own: "100 % own".',
                ("SM-013",),
                "rules/tribute.lp",
                20,
            ),
        ),
    ]


def test_further_folders_follow_under_their_names(encodings: Path, tmp_path: Path) -> None:
    write(tmp_path / "house" / "a" / "freeze.lp", RULE.format("freeze"))
    rules = read_rules(encodings, tmp_path / "house")
    assert list(rules)[-1] == "freeze"
    assert rules["freeze"].file == "house/a/freeze.lp"


def test_windows_line_ends_change_nothing(encodings: Path) -> None:
    before = read_rules(encodings)
    path = encodings / "rules" / "tribute.lp"
    path.write_bytes(TRIBUTE.replace("\n", "\r\n").encode())
    assert read_rules(encodings) == before


def test_a_folder_without_encodings_has_no_rules(tmp_path: Path) -> None:
    assert read_rules(tmp_path) == {}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            'rule(lonely, "SM-012").\n',
            "rules/topic.lp:1: rule fact lonely has no sentence",
            id="fact_without_sentence",
        ),
        pytest.param(
            RULE.format("first") + 'rule(second, "SM-013").\n',
            "rules/topic.lp:3: rule fact second has no sentence",
            id="two_facts_below_one_sentence",
        ),
        pytest.param(
            "level(1).\n% silent: A sentence.\nlevel(2).\n",
            "rules/topic.lp:2: the sentence of silent is not directly followed",
            id="sentence_without_fact",
        ),
        pytest.param(
            "% silent: A sentence",
            "rules/topic.lp:1: the sentence of silent is not directly followed",
            id="sentence_at_the_end",
        ),
        pytest.param(
            '% apart: A sentence.\n\nrule(apart, "SM-012").\n',
            "rules/topic.lp:1: the sentence of apart is not directly followed",
            id="empty_line_between",
        ),
        pytest.param(
            '% narrow: A sentence\n%  of two spaces.\nrule(narrow, "SM-012").\n',
            "rules/topic.lp:1: the sentence of narrow is not directly followed",
            id="continuation_of_two_spaces",
        ),
        pytest.param(
            '% one: A sentence.\nrule(other, "SM-012").\n',
            "rules/topic.lp:2: rule fact other stands below the sentence of one",
            id="two_names",
        ),
        pytest.param(
            "% bare: A sentence.\nrule(bare, ()).\n",
            "rules/topic.lp:2: cannot read 'rule(bare, ()).'",
            id="no_sources",
        ),
        pytest.param(
            '% comma: A sentence.\nrule(comma, ("SM-012", "SM-013")).\n',
            "rules/topic.lp:2: cannot read",
            id="comma_for_semicolon",
        ),
        pytest.param(
            '% body: A sentence.\nrule(body, "SM-012") :- era(mr3).\n',
            "rules/topic.lp:2: cannot read",
            id="a_rule_for_a_fact",
        ),
        pytest.param(
            '% open: A sentence.\nrule(open, "SM-012"\n',
            "rules/topic.lp:2: cannot read",
            id="unfinished",
        ),
        pytest.param(
            RULE.format("first").rstrip() + ' rule(second, "SM-013").\n',
            "rules/topic.lp:2: a rule fact must start its line",
            id="two_facts_on_one_line",
        ),
        pytest.param(
            RULE.format("twin") + "\n" + RULE.format("twin"),
            "rules/topic.lp:4: rule twin is there already, at rules/topic.lp:1",
            id="two_rules_of_one_name",
        ),
    ],
)
def test_a_broken_convention_is_named(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(EncodingError, match="^" + re.escape(message)):
        read(tmp_path, text)


def test_a_name_is_one_over_all_folders(encodings: Path, tmp_path: Path) -> None:
    write(tmp_path / "house" / "own.lp", RULE.format("tribute_own"))
    place = "house/own.lp:1: .* at rules/tribute.lp:20"
    with pytest.raises(EncodingError, match=place):
        read_rules(encodings, tmp_path / "house")


def test_an_encoding_must_be_text(tmp_path: Path) -> None:
    (tmp_path / "topic.lp").write_bytes(b"\xff\xfe")
    with pytest.raises(EncodingError, match=r"topic\.lp: not UTF-8"):
        read_rules(tmp_path)


def test_folders_must_be_there(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    with pytest.raises(YgolpError, match="nowhere: no such folder"):
        read_rules(nowhere)
    with pytest.raises(YgolpError, match="nowhere: no such folder"):
        missing({}, nowhere)
    with pytest.raises(YgolpError, match="nowhere: no such folder"):
        scenarios_by_source(nowhere)


# ---------------------------------------------------------------- rules and catalogue


def test_missing_ids_come_in_file_order(encodings: Path, tmp_path: Path) -> None:
    folder = tmp_path / "catalogue"
    cases = "  cases:\n  - id: SM-777\n"
    write(folder / "b.yaml", f"rules:\n- id: SM-014\n{cases}- id: SM-013\n- id: SM-001\n")
    write(folder / "a.yaml", "- id: SM-012\n- id: RP-032\n")
    write(folder / "c.yaml", "- id: some_card.1\n- id: SM-001\n")
    write(folder / "notes.md", "- id: SM-888\n")
    assert missing(read_rules(encodings), folder) == ["RP-032", "SM-014", "SM-001"]


def test_nothing_is_missing_when_all_is_cited(encodings: Path, tmp_path: Path) -> None:
    write(tmp_path / "catalogue" / "a.yaml", "- id: SM-012\n- id: PS-018\n")
    assert missing(read_rules(encodings), tmp_path / "catalogue") == []


def test_a_folder_without_ids_is_no_catalogue(encodings: Path, tmp_path: Path) -> None:
    write(tmp_path / "catalogue" / "a.yaml", "cards:\n  - id: some_card.1\n")
    with pytest.raises(YgolpError, match="no catalogue ids"):
        missing(read_rules(encodings), tmp_path / "catalogue")


def test_unknown_ids_are_sorted(tmp_path: Path) -> None:
    rules = read(
        tmp_path,
        '% odd: A sentence.\nrule(odd, ("SM-999"; "SM-012"; "PC-007")).\n'
        '% even: A sentence.\nrule(even, ("SM-999"; "CD-001")).\n',
    )
    assert unknown(rules) == ["PC-007", "SM-999"]


# ---------------------------------------------------------------- the shipped catalogue


def test_a_statement_is_looked_up() -> None:
    statement = catalogue().statements["SM-012"]
    assert statement.id == "SM-012"
    assert "Level 7" in statement.sentence
    assert statement.document is catalogue().documents["summons"]
    assert statement.document.prefix == "SM"
    assert statement.document.language == "es"


@pytest.mark.parametrize(
    ("citation", "place"),
    [("SM-012", "line 7"), ("RP-001", "lines 6-12"), ("CD-003", "lines 13, 155")],
)
def test_a_statement_is_described_with_its_place(citation: str, place: str) -> None:
    statement = catalogue().statements[citation]
    title = statement.document.title
    described = catalogue().describe(citation)
    assert described == f"{citation}: {statement.sentence} [{title}, {place}]"


def test_another_citation_is_described_by_itself() -> None:
    assert catalogue().describe("PC-007") == "PC-007"


def test_the_catalogue_is_read_once() -> None:
    assert catalogue() is catalogue()


def test_the_catalogue_is_well_formed() -> None:
    shipped = catalogue()
    assert len(shipped.statements) == 421
    assert list(shipped.statements) == sorted(shipped.statements)
    assert {document.key for document in shipped.documents.values()} == {
        statement.document.key for statement in shipped.statements.values()
    }
    for statement in shipped.statements.values():
        assert re.fullmatch(statement.document.prefix + r"-\d{3}", statement.id)
        assert re.fullmatch(r"\d+([-,]\d+)?", statement.lines)
        assert statement.sentence == " ".join(statement.sentence.split())
        assert statement.sentence[-1] in ".:)"


def test_the_catalogue_has_one_statement_a_line() -> None:
    lines = CATALOGUE.read_text(encoding="utf-8").splitlines()
    for key, entry in json.loads(CATALOGUE.read_bytes())["statements"].items():
        written = f"{json.dumps(key)}: {json.dumps(entry, ensure_ascii=False)}"
        assert [line for line in lines if line.strip().rstrip(",") == written], key


RULES = Path(__file__).parents[2] / "shared" / "rules"


@pytest.mark.skipif(not RULES.is_dir(), reason="the rule catalogue's sources are not here")
def test_the_shipped_catalogue_agrees_with_its_sources() -> None:
    shipped = catalogue()
    assert sorted(missing({}, RULES)) == list(shipped.statements)
    for document in shipped.documents.values():
        text = (RULES / f"{document.key}.yaml").read_text(encoding="utf-8")
        items = re.split(r"^- id: ", text, flags=re.MULTILINE)[1:]
        assert items
        for item in items:
            statement = shipped.statements[item.split(maxsplit=1)[0]]
            assert statement.document is document
            place = re.search(r'^  source: "?\S+\.txt:([\d,-]+)"?$', item, re.MULTILINE)
            assert place is not None, statement.id
            assert place[1] == statement.lines, statement.id
            assert _words(statement.sentence) == _words(_rule_of(item)), statement.id


def _rule_of(item: str) -> str:
    """Cut the rule's sentence out of an item: from its key to the next one."""
    found = re.search(
        r"^  rule: (?:>-\n)?(.*?)\n(?=  \w+:)", item, re.MULTILINE | re.DOTALL
    )
    assert found is not None
    return found[1]


def _words(sentence: str) -> list[str]:
    """Give the words of a sentence, whatever its quotation marks and line breaks."""
    return re.sub(r"[\\'\"]", "", sentence).split()


# ---------------------------------------------------------------- the scenarios


def test_scenarios_are_found_by_citation_and_rule(tmp_path: Path) -> None:
    write(
        tmp_path / "tribute" / "one_short.toml",
        """
        source = "SM-001"
        [[expect]]
        source = ["PS-019", "SM-012"]
        because = ["tribute_count"]
        [[expect]]
        source = "PS-019"
        because = "zone_free"
        """,
    )
    write(
        tmp_path / "board.toml",
        '[[expect]]\nsource = "SM-012"\nwrong = ["one_race"]\n',
    )
    write(tmp_path / "plain.toml", 'title = "A board without expectations"\n')
    write(tmp_path / "odd.toml", "expect = [3, { source = 5 }]\n")
    assert scenarios_by_source(tmp_path) == {
        "SM-012": ["board.toml", "tribute/one_short.toml"],
        "one_race": ["board.toml"],
        "PS-019": ["tribute/one_short.toml"],
        "tribute_count": ["tribute/one_short.toml"],
        "zone_free": ["tribute/one_short.toml"],
    }


def test_a_scenario_that_is_not_toml_is_named(tmp_path: Path) -> None:
    write(tmp_path / "broken.toml", "title = \n")
    with pytest.raises(YgolpError, match=r"broken\.toml: not TOML"):
        scenarios_by_source(tmp_path)
