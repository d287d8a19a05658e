"""Run the whole mutation check and write down what noticed each mutant: python -m tests.mutants

The next check tries those expectations first (tests/mutant_witnesses.json), so that the test of a sample is quick.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ygolp import mutant_fates, mutants
from ygolp.paths import SCENARIOS

HERE = Path(__file__).parent


def main() -> int:
    """Print what nothing notices; return 1 if there is any such mutant."""
    fates = mutants.examine([SCENARIOS])
    mutant_fates.write_witnesses(HERE / mutant_fates.WITNESSES, fates, HERE.parent)
    text, ok = mutants.told(fates)
    print(text)
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
