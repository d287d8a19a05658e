"""Run the mutation check and write down what noticed each mutant.

    python -m tests.mutants [ENCODING ...] [--rules] [--word WORD ...] [--in PATH ...] [--minutes N] [--trust]

ENCODING (`changes/flow.lp`, `rules/`) takes the mutants of those encodings alone, --rules only those without a whole
rule, --word only those of statements with one of these words. --in takes only the scenarios of those files and folders,
--minutes ends the check after that time, --trust takes it that every expectation holds.

The next check tries what noticed a mutant first (tests/mutant_witnesses.json), so that the test of a sample is quick.
That is written down as the check goes on: one that was ended goes on where it stood. It uses all cores; `taskset -c 0`
before it leaves it one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from ygolp import engine, mutant_fates, mutants, statements
from ygolp.mutant_fates import Fate
from ygolp.paths import SCENARIOS

HERE = Path(__file__).parent


def main(arguments: list[str]) -> int:
    """Print what nothing notices; return 1 if there is any such mutant."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="The mutation check of the encodings.")
    parser.add_argument("encodings", nargs="*", metavar="ENCODING")
    parser.add_argument("--rules", action="store_true", help="only mutants without a whole rule")
    parser.add_argument("--word", nargs="+", default=[], help="only statements with one of these words")
    parser.add_argument("--in", nargs="+", type=Path, default=[SCENARIOS], dest="paths", metavar="PATH")
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--trust", action="store_true", help="take it that every expectation holds")
    options = parser.parse_args(arguments)
    partial = options.encodings or options.word or options.rules or options.paths != [SCENARIOS] or options.minutes
    every = statements.mutants(statements.read(engine.SHIPPED))
    witnesses = HERE / mutant_fates.WITNESSES

    def tell(fates: Sequence[Fate]) -> None:
        mutant_fates.write_witnesses(witnesses, [fate for fate in fates if fate.witness], HERE.parent, every)

    fates = mutants.examine(
        options.paths, only=tuple(options.encodings), rules=options.rules, words=options.word, tell=tell,
        trust=options.trust, seconds=options.minutes and 60 * options.minutes,
    )  # fmt: skip
    known = [fate for fate in fates if fate.witness or not fate.out_of_time]
    mutant_fates.write_witnesses(witnesses, known, HERE.parent, every if partial else ())
    text, ok = mutants.told(fates)
    print(text)
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
