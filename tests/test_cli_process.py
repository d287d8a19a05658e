"""The command line as a process: faulty boards, interruptions, exit statuses, what is imported."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.test_cli import EXPECTING, FAULTY, FIRST, answer, run

# ---------------------------------------------------------------- faults and interruptions


@pytest.mark.parametrize("command", [["legal"], ["why", "change Sangan to def"], ["eras"]])
def test_a_faulty_board_is_refused_with_all_its_faults(command: list[str], board: Callable[[str], Path]) -> None:
    name, *rest = command
    file = board(FAULTY)
    result = run(name, file, *rest)
    if command[0] != "why":  # which Sangan is asked first
        assert "one_card_per_zone" in result.stderr
        assert "token_on_field_only" in result.stderr
        error = answer(name, file, *rest)["error"]
        assert error["kind"] == "faulty_board"
        assert {reason["rule"] for reason in error["reasons"]} == {"one_card_per_zone", "token_on_field_only"}
    assert result.exit_code == 2
    assert result.stdout == ""
    assert all(line.startswith("ygolp: ") for line in result.stderr.splitlines())


@pytest.mark.parametrize("command", ["show", "facts"])
def test_a_faulty_board_is_shown_all_the_same(command: str, board: Callable[[str], Path]) -> None:
    result = run(command, board(FAULTY))
    assert result.exit_code == 0
    assert result.stdout
    assert len(result.stderr.splitlines()) == 2


@pytest.mark.parametrize("command", ["legal", "eras", "show", "facts"])
def test_faults_of_a_file_come_together(command: str, board: Callable[[str], Path]) -> None:
    result = run(command, board('era = "mr5"\n[a]\nhand = ["Gemni Elf"]\nlp = -1\n'))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "era" in result.stderr
    assert "lp" in result.stderr
    assert run(command, "absent.toml").stderr.startswith("ygolp: absent.toml: ")


def test_signs_that_a_terminal_obeys_are_not_passed_on(tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    file.write_text(r'{"title": "red \u001b[31m \ud800", "a": {"hand": ["Gemini Elf"]}}', encoding="utf-8")
    result = run("show", file)
    assert result.exit_code == 0
    assert result.stdout.startswith("red \N{REPLACEMENT CHARACTER}[31m")
    assert run("legal", file, "--json").exit_code == 0


def test_ctrl_c_leaves_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ygolp.check.files", interrupted)
    result = run("check")
    assert result.exit_code == 130
    assert result.stdout == ""
    assert result.stderr == "ygolp: incomplete: interrupted before there was an answer\n"


def test_an_interrupted_check_says_what_it_has(board: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    from ygolp.check import run_file

    first = board(EXPECTING.format("legal"), "a.toml")
    board(EXPECTING.format("legal"), "b.toml")

    def until_b(path: Path, *rest: Any) -> Any:
        if path.name == "b.toml":
            raise KeyboardInterrupt
        return run_file(path, *rest)

    monkeypatch.setattr("ygolp.check.run_file", until_b)
    result = run("check", first.parent)
    assert result.exit_code == 130
    assert result.stdout == "1 expectation in 1 file holds; incomplete: interrupted after 1 of 2 files\n"


def test_what_nobody_expected_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise LookupError("a bug")

    monkeypatch.setattr("ygolp.check.files", broken)
    with pytest.raises(LookupError):
        run("check")


@pytest.mark.skipif(os.name == "nt", reason="pipes break otherwise there")
def test_a_broken_pipe_is_quiet() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "ygolp", "schema"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 141


@pytest.mark.parametrize(("text", "status"), [("flip summon Sangan", 0), ("flip summon Junk Synchron", 1), ("flip", 2)])
def test_exit_status_of_the_process(text: str, status: int) -> None:
    made = subprocess.run([sys.executable, "-m", "ygolp", "why", FIRST, text], capture_output=True, check=False)
    assert made.returncode == status
    assert b"Traceback" not in made.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_an_answer_that_cannot_be_written_is_said() -> None:
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "ygolp", "schema"]
        made = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert made.returncode == 1
    assert made.stderr.startswith(b"ygolp: the answer cannot be written: ")
    assert b"Traceback" not in made.stderr


@pytest.mark.parametrize(
    ("command", "absent"),
    [
        (None, {"clingo", "networkx", "hypothesis", "pytest", "rich", "ygolp.duel"}),
        (["rules"], {"clingo", "networkx"}),
        (["schema"], {"clingo", "networkx"}),
        (["legal", FIRST], {"networkx", "hypothesis", "pytest", "rich", "tests", "sqlite3", "ygolp.cards.database"}),
    ],
)
def test_nothing_heavy_is_imported_without_need(command: list[str] | None, absent: set[str]) -> None:
    code = "import sys, ygolp.cli\n"
    if command is not None:
        code += f"ygolp.cli.main({command!r}, standalone_mode=False)\n"
    code += f"print(sorted({absent!r} & set(sys.modules)))"
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert made.stdout.splitlines()[-1] == "[]"
