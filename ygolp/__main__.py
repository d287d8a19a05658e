"""The command `ygolp`, also called as `python -m ygolp`."""

from __future__ import annotations

import os
import sys

from ygolp.cli import main
from ygolp.terminal import BROKEN_PIPE


def run() -> None:
    """Run the command line and leave the process at once.

    To take interpreter and solver apart in good order takes longer than many an answer, and nothing is gained by it.
    """
    status: int | str | None = 0
    try:
        main()
    except SystemExit as end:
        status = end.code
    except OSError as error:
        print(f"ygolp: the answer cannot be written: {error.strerror}", file=sys.stderr)
        os._exit(1)
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        status = BROKEN_PIPE
    os._exit(status if isinstance(status, int) else 1 if status else 0)


if __name__ == "__main__":
    run()
