"""Run every check: `python -m tests` (lint, types, tests), `python -m tests --nightly` with the slow suites."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from ygolp.probing import cores

ROOT = Path(__file__).resolve().parent.parent


def main(arguments: list[str]) -> int:
    """Run the checks in turn and return 1 if one of them fails; pytest comes last, on all cores."""
    nightly = "--nightly" in arguments
    rest = [argument for argument in arguments if argument != "--nightly"]
    marked = ["-m", ""] if nightly else []
    commands = [
        ["ruff", "check", "ygolp", "tests"],
        ["mypy"],
        ["pytest", "-n", str(cores()), *marked, *rest],
    ]
    failed = [
        command[0]
        for command in commands
        if subprocess.run([sys.executable, "-m", *command], cwd=ROOT).returncode
    ]
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
