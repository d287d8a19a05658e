"""Why lines are searched for board by board, and not planned: how the rulebook grows from step to step.

    python -m tests.bench.bench_planning [STEPS]

grounds the rulebook for one step after the other of the duels of bench_lines, every legal action left open, as a
planner would: the board at step t + 1 is whatever the actions at step t may leave. Printed are seconds and atoms after
each step; a row ends where there are more than a million atoms.
"""

from __future__ import annotations

import sys
import time

from clingo import Control, Function, Number

from tests.bench.bench_lines import DUELS
from ygolp import engine
from ygolp.facts import facts_of_several
from ygolp.scenario import read_data

_MOST_ATOMS = 1_000_000


def main(arguments: list[str]) -> int:
    """Measure, print, and return 0; 2 for a wrong call."""
    if len(arguments) > 1 or not all(argument.isdecimal() for argument in arguments):
        print("usage: python -m tests.bench.bench_planning [STEPS]", file=sys.stderr)
        return 2
    steps = int(arguments[0]) if arguments else 6
    rows = [row for row in engine.text_of("successors").splitlines() if not row.startswith("#const t")]
    print(f"{'duel':30}{'step':>6}{'seconds':>9}{'atoms':>10}")
    for name, data in DUELS.items():
        facts, _ = facts_of_several([read_data(data, name).board])
        control = Control(["0"], logger=lambda code, message: None)
        control.add("step", ["t"], "\n".join(rows))
        with control.backend() as backend:
            for fact in (*facts, *(Function("active", [Number(step)]) for step in range(steps))):
                backend.add_rule([backend.add_atom(fact)])
        for step in range(steps):
            start = time.perf_counter()
            control.ground([("step", [Number(step)])])
            taken, atoms = time.perf_counter() - start, len(control.symbolic_atoms)
            print(f"{name:30}{step + 1:6}{taken:9.1f}{atoms:10}", flush=True)
            if atoms > _MOST_ATOMS:
                break
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
