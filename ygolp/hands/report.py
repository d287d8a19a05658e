"""The answer in words, as a table and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ygolp.actions import Action
from ygolp.hands.answer import Answer, saved_by
from ygolp.hands.counting import Exchange, Hand, hand_text, number_of_hands
from ygolp.hands.question import Question, Result
from ygolp.layout import WIDTH, hanging, table
from ygolp.lines import line_of, line_text
from ygolp.report import FORMAT
from ygolp.search.report import left_out

_Near = Mapping[Hand, Sequence[Exchange]]
_STOPPED = {"seconds": "out of time", "interrupted": "interrupted"}
Lines = Mapping[Hand, Sequence[Action]]


def text(question: Question, answer: Answer, rows: int | None, lines_of: Lines | None = None) -> str:
    """Return the answer with up to so many rows in each table (None: all of them), and the lines of some hands."""
    near = answer.near()
    lines = [*_head(question, answer), "", *_shares(answer, near), "", *_method(question, answer), ""]
    reached, failed = answer.hands("reached"), answer.hands("not")
    lines += _section("Hands that reach it", "actions", reached, answer, rows, {
        hand: str(answer.results[hand].actions) for hand in reached
    })  # fmt: skip
    for hand, actions in (lines_of or {}).items():
        lines += [f"With {hand_text(hand)}:", *line_text(line_of(actions)).splitlines(), ""]
    by_one = [hand for hand in failed if hand in near]
    title = "Hands that fail by one card" + ("" if answer.near_is_settled() else " (those that are known)")
    lines += _section(title, "enough would be", by_one, answer, rows, {
        hand: _exchanges_text(near[hand]) for hand in by_one
    })  # fmt: skip
    saving = saved_by(answer, near)
    if saving:
        lines += _rows("What they lack", "", [(name, weight, "") for name, weight in saving.items()], answer, rows)
    rest = [hand for hand in failed if hand not in near]
    title = "Other hands that fail" if near else "Hands that fail"
    lines += _section(title, "no line", rest, answer, rows, {hand: _proof(answer.results[hand]) for hand in rest})
    undecided = answer.hands("undecided")
    lines += _section("Undecided hands", "no line", undecided, answer, rows, {
        hand: _proof(answer.results[hand]) for hand in undecided
    })  # fmt: skip
    if answer.stopped:
        lines += [_incomplete(answer)]
    return "\n".join(lines).rstrip("\n") + "\n"


def _head(question: Question, answer: Answer) -> list[str]:
    plan = answer.plan
    cards = sum(plan.deck.values())
    different = number_of_hands(plan.deck, plan.size)
    return [
        f"Opening hands of {plan.size} from a deck of {cards:,}: {plan.all_hands:,}, of which {different:,} differ",
        *hanging(question.goal.text, "Goal: "),
    ]


def _shares(answer: Answer, near: _Near) -> list[str]:
    total = answer.plan.total
    shares = [("reachable", answer.weight("reached")), ("not reachable", answer.weight("not"))]
    if near:
        shares.append(("  by one card", sum(answer.plan.weights[hand] for hand in near)))
    shares += [("undecided", answer.weight("undecided")), ("not looked at", answer.weight(None))]
    width = len(f"{total:,}")
    return table([
        (name, f"{weight:>{width},} of {total:,}", percent(weight / total))
        for number, (name, weight) in enumerate(shares) if weight or number < 2
    ], "  ")  # fmt: skip


def _method(question: Question, answer: Answer) -> list[str]:
    plan = answer.plan
    low, high = answer.interval
    between = percent(low) if low == high else f"between {percent(low)} and {percent(high)}"
    open_ends = " Hands without an answer count both ways." if answer.least != answer.most else ""
    if plan.seed is None:
        lines = hanging(f"exact: {between} of all hands.{open_ends}", "Probability, ")
    else:
        drawn = f"from {plan.total:,} hands drawn with seed {plan.seed} ({len(plan.weights):,} of them different): "
        lines = hanging(f"{drawn}{between}, with a confidence of 95 % (Wilson).{open_ends}", "Probability, ")
    return [*lines, *hanging(bounds_text(question), "Bounds: ")]


def _assumed(question: Question) -> str:
    left = left_out(question.board, question.bounds.for_goal(question.goal))
    return f"the opponent does nothing that can be passed; {'; '.join(left)}"


def bounds_text(question: Question) -> str:
    """Return in words how far each hand is searched."""
    bounds = question.bounds
    most = bounds.actions
    length = "lines of any length" if most is None else f"lines of up to {most} action{'' if most == 1 else 's'}"
    parts = [length]
    if bounds.boards is not None:
        parts.append(f"up to {bounds.boards:,} boards a hand")
    if bounds.seconds is not None:
        parts.append(f"{bounds.seconds:g} seconds a hand")
    return f"{', '.join(parts)}; {_assumed(question)}."


def _section(
    title: str, heading: str, hands: Sequence[Hand], answer: Answer, rows: int | None, said: Mapping[Hand, str]
) -> list[str]:
    weights = answer.plan.weights
    return _rows(title, heading, [(hand_text(hand), weights[hand], said[hand]) for hand in hands], answer, rows)


def _rows(
    title: str, heading: str, found: Sequence[tuple[str, int, str]], answer: Answer, rows: int | None
) -> list[str]:
    if not found:
        return []
    total = answer.plan.total
    shown = found if rows is None else found[:rows]
    count = "hands" if answer.plan.seed is None else "drawn"
    cells = [(title, "share", count, heading)]
    cells += [(name, percent(weight / total), f"{weight:,}", said) for name, weight, said in shown]
    lines = table([cells[0], *(("  " + name, *rest) for name, *rest in cells[1:])])
    if len(shown) < len(found):
        weight = sum(weight for _, weight, _ in found[len(shown) :])
        lines.append(f"  and {len(found) - len(shown):,} more: {percent(weight / total)}")
    return [*lines, ""]


def _exchanges_text(enough: Sequence[Exchange]) -> str:
    """Return the exchanges that are enough, those that are alike together, the first few of them."""
    instead: dict[str, list[str]] = {}
    for each in enough:
        instead.setdefault(each.instead, []).append(each.without)
    alike: dict[tuple[str, ...], list[str]] = {}
    for name, without in instead.items():
        alike.setdefault(tuple(without), []).append(name)
    texts = [f"{' or '.join(names)} for {' or '.join(without)}" for without, names in alike.items()]
    if len("; ".join(texts)) <= WIDTH:
        return "; ".join(texts)
    return f"{texts[0]}; and {len(texts) - 1} more" if len(texts) > 1 else texts[0]


def _proof(result: Result) -> str:
    if result.complete:
        return "of any length"
    return f"within {result.actions}" if result.actions >= 0 else "is known"


def _incomplete(answer: Answer) -> str:
    known = sum(hand in answer.results for hand in answer.plan.weights)
    of = f"{known:,} of {len(answer.plan.weights):,} hands"
    if answer.complete:
        return f"incomplete: {_STOPPED[answer.stopped]} while hands one card away were looked at"
    return f"incomplete: {_STOPPED[answer.stopped]} after {of}"


def percent(share: float) -> str:
    """Return a share in percent with two places; never 0 or 100 for what is not."""
    shown = f"{100 * share:.2f} %"
    if shown == "0.00 %" and share > 0:
        return "< 0.01 %"
    return "> 99.99 %" if shown == "100.00 %" and share < 1 else shown


def as_json(question: Question, answer: Answer, file: str, lines_of: Lines | None = None) -> dict[str, Any]:
    """Return the answer with every hand as values for JSON, and the lines of some."""
    plan = answer.plan
    near = answer.near()
    low, high = answer.interval
    bounds = question.bounds
    return {
        "format": FORMAT,
        "file": file,
        "deck": plan.deck,
        "size": plan.size,
        "goal": question.goal.text,
        "bounds": {
            "actions": bounds.actions, "boards": bounds.boards, "seconds": bounds.seconds,
            "assumed": _assumed(question),
        },
        "method": "exact" if plan.seed is None else "sampled",
        "seed": plan.seed,
        "all_hands": plan.all_hands,
        "different_hands": number_of_hands(plan.deck, plan.size),
        "total": plan.total,
        "reached": answer.weight("reached"),
        "not_reached": answer.weight("not"),
        "undecided": answer.weight("undecided"),
        "not_looked_at": answer.weight(None),
        "probability": {"low": low, "high": high, "confidence": 1 if plan.seed is None else 0.95},
        "complete": answer.complete,
        "stopped": answer.stopped,
        "near_complete": answer.near_is_settled(),
        "hands": [_hand_json(hand, weight, answer, near, lines_of or {}) for hand, weight in plan.weights.items()],
    }  # fmt: skip


def _hand_json(hand: Hand, weight: int, answer: Answer, near: _Near, lines_of: Lines) -> dict[str, Any]:
    result = answer.results.get(hand)
    return {
        "hand": dict(hand),
        "weight": weight,
        "verdict": result.verdict if result else None,
        "actions": result.actions if result and result.verdict == "reached" else None,
        "proven": result.actions if result and result.verdict != "reached" else None,
        "any_length": result.complete if result and result.verdict == "not" else None,
        "line": [str(action) for action in lines_of[hand]] if hand in lines_of else None,
        "enough": [{"without": each.without, "instead": each.instead} for each in near.get(hand, ())],
    }
