"""Where the rulebook, the scenarios and the data of the package lie."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent


def _folder(name: str) -> Path:
    """Return a folder that a wheel carries inside the package and a checkout beside it."""
    inside = _HERE / name
    return inside if inside.is_dir() else _HERE.parent / name


ASP = _folder("asp")
SCENARIOS = _folder("scenarios")
POOL = _HERE / "cards" / "pool.jsonl"
