"""What several test files share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def board(tmp_path: Path) -> Callable[[str], Path]:
    """Return a function that writes a scenario file and returns its path."""

    def write(text: str, name: str = "board.toml") -> Path:
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        return file

    return write
