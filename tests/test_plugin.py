"""The pytest plugin: a folder of scenarios is tested without code."""

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

GOOD = """\
title = "A Level 4 monster needs no Tribute"

[a]
hand = ["Gemini Elf"]

[[expect]]
source = "PS-016"
action = "normal summon Gemini Elf"
verdict = "legal"
eras = ["mr3", "mr2020"]

[[expect]]
source = "PS-008"
action = "normal summon Gemini Elf"
positions = ["atk"]
"""
BAD = """\
title = "A wrong belief about Tributes"

[a]
hand = ["Dark Magician"]

[[expect]]
source = "PS-018"
action = "normal summon Dark Magician"
verdict = "legal"
"""


def run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    installed = "ygolp" in {point.name for point in entry_points(group="pytest11")}
    plugin = [] if installed else ["-p", "ygolp.pytest_plugin"]
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", *plugin, *options, str(folder)]
    root = Path(__file__).parents[1]
    return subprocess.run(command, capture_output=True, text=True, cwd=root, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "expectations"\n', encoding="utf-8")
    (tmp_path / "board_only.toml").write_text('[a]\nhand = ["Gemini Elf"]\n', encoding="utf-8")
    (tmp_path / "data.json").write_text('{"expect": [1, 2]}', encoding="utf-8")
    (tmp_path / "good.toml").write_text(GOOD, encoding="utf-8")
    return tmp_path


def test_every_expectation_and_era_is_a_test(folder: Path) -> None:
    result = run(folder)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "3 passed" in result.stdout
    for name in ("legal [mr3]", "legal [mr2020]", "positions"):
        assert f"good.toml::normal summon Gemini Elf: {name} PASSED" in result.stdout


def test_a_failure_says_what_was_expected_and_found(folder: Path) -> None:
    (folder / "bad.toml").write_text(BAD, encoding="utf-8")
    result = run(folder)
    assert result.returncode == 1
    assert "1 failed, 3 passed" in result.stdout
    for part in (
        "bad.toml: [[expect]] 1 (mr2020)", "A wrong belief about Tributes", "normal summon Dark Magician",
        "expected legal, is illegal (tribute_needed)", "PS-018",
    ):  # fmt: skip
        assert part in result.stdout
    assert "Traceback" not in result.stdout


def test_a_file_that_cannot_be_read_is_an_error_with_its_reasons(folder: Path) -> None:
    (folder / "unreadable.toml").write_text(GOOD.replace('"Gemini Elf"', '"Gemini Elv"'), encoding="utf-8")
    result = run(folder)
    assert result.returncode == 2
    assert "Gemini Elv" in result.stdout
    assert "Traceback" not in result.stdout


def test_nothing_is_imported_where_there_are_no_scenarios() -> None:
    code = "import sys, ygolp.pytest_plugin; print(sorted(sys.modules))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "clingo" not in result.stdout
    assert "ygolp.duel" not in result.stdout
