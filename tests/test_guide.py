"""The guide to Ripple Summon (docs/ripple.md): what it prints is what the program says."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from tests.test_cli import run
from ygolp.cards.pool import embedded
from ygolp.cards.ripple_line import lines
from ygolp.scenario import read_data

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "docs" / "ripple.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"```sh\nygolp ([^\n]*)\n```\n\n```\n(.*?)```\n", GUIDE, re.DOTALL)


def test_every_command_of_the_guide_has_its_output() -> None:
    assert len(COMMANDS) == GUIDE.count("```sh\n") == 5


@pytest.mark.parametrize(("command", "printed"), COMMANDS)
def test_outputs_in_the_guide_are_those_of_the_program(
    monkeypatch: pytest.MonkeyPatch, command: str, printed: str
) -> None:
    monkeypatch.chdir(ROOT)
    made = run(*shlex.split(command)).stdout
    whole = printed.removesuffix("...\n")
    assert made.startswith(whole)
    assert made == whole or printed != whole


def test_the_line_in_the_guide_is_that_of_the_card() -> None:
    record = embedded().find("Wave Swordsman")
    assert record is not None
    assert "```\n" + "".join(f"{line}\n" for line in lines(record["ripple"], embedded().find)) + "```\n" in GUIDE


def test_the_card_of_the_guide_is_read() -> None:
    (card,) = re.findall(r"```toml\n(.*?)```\n", GUIDE, re.DOTALL)
    board = read_data({**tomllib.loads(card), "a": {"hand": ["Gaia Knight, the Radiant Knight"]}}).board
    assert "圣龙之骑士 盖亚龙骑士" in board.records


def test_links_of_the_guide_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)", GUIDE):
        assert (ROOT / "docs" / target).is_file(), target
    assert "## The ripple line\n" in (ROOT / "ygolp" / "cards" / "README.md").read_text(encoding="utf-8")
    assert "(docs/ripple.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
