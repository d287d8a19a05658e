"""Run the mutation check and write down what noticed each mutant: python -m tests.mutants [ENCODING ...] [--rules]

ENCODING (`changes/flow.lp`, `rules/`) takes the mutants of those encodings alone, --rules only those without a whole
rule. The next check tries the expectations that noticed one first (tests/mutant_witnesses.json), so that the test of
a sample is quick.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ygolp import engine, mutant_fates, mutants, statements
from ygolp.paths import SCENARIOS

HERE = Path(__file__).parent


def main(arguments: list[str]) -> int:
    """Print what nothing notices; return 1 if there is any such mutant."""
    files = tuple(each for each in arguments if each != "--rules")
    fates = mutants.examine([SCENARIOS], only=files, rules="--rules" in arguments)
    every = statements.mutants(statements.read(engine.SHIPPED)) if arguments else []
    mutant_fates.write_witnesses(HERE / mutant_fates.WITNESSES, fates, HERE.parent, every)
    text, ok = mutants.told(fates)
    print(text)
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
