"""What several test files share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True, scope="session")
def nobodys_cards(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep tests away from the card databases of whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patch.delenv("YGOLP_CARDS", raising=False)
        yield


@pytest.fixture
def board(tmp_path: Path) -> Callable[[str], Path]:
    """Return a function that writes a scenario file and returns its path."""

    def write(text: str, name: str = "board.toml") -> Path:
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        return file

    return write
