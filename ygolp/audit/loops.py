"""Loops within a turn: does a sequence of the extension's actions lead back to a board that was there before?"""

from __future__ import annotations

from collections import deque

from ygolp import engine
from ygolp.audit.boards import actions_of, bare
from ygolp.audit.findings import IDLE, LOOP, Asked, Finding, Part, TimeIsUp
from ygolp.audit.outcomes import boards_of
from ygolp.audit.summons import Search
from ygolp.board import Board
from ygolp.duel import Duel

MOST_ACTIONS = 4


def loops(search: Search, rulebook: engine.Rulebook = engine.SHIPPED) -> Part:
    """Search breadth-first from each board; a board is the same if it differs in ledgers of the turn alone."""
    findings: list[Finding] = []
    idle: list[tuple[Board, str]] = []
    complete, played, starts, deepest = True, 0, 0, 0
    try:
        for start in boards_of(search.about()):
            starts += 1
            seen = {repr(start)}
            todo: deque[tuple[Board, tuple[str, ...], frozenset[object]]] = deque()
            todo.append((start, (), frozenset({bare(start)})))
            while todo:
                board, path, passed = todo.popleft()
                deepest = max(deepest, len(path))
                if len(path) == MOST_ACTIONS:
                    continue
                search.clock.check()
                for action in actions_of(Duel(board, rulebook), search.extension):
                    search.clock.check()
                    duel = Duel(board, rulebook)
                    text = duel.short(action)
                    duel.push(action)
                    played += 1
                    if bare(duel.board) in passed:
                        findings.append(_loop(start, (*path, text)))
                        todo.clear()
                        break
                    if bare(duel.board, alike=True) == bare(board, alike=True):
                        idle.append((board, text))
                    if repr(duel.board) not in seen:
                        seen.add(repr(duel.board))
                        todo.append((duel.board, (*path, text), passed | {bare(duel.board)}))
    except TimeIsUp:
        complete = False
    if idle:
        board, text = idle[0]
        sentence = f"{len(idle)} of {played} actions leave the board as it was: an equal card comes to lie on top."
        findings.append(Finding(IDLE, sentence, (board,), (Asked(0, text, "legal"),)))
    bounds = (
        f"{starts} boards, {played} actions played, at most {MOST_ACTIONS} in a row (the longest row of legal ones has "
        f"{deepest}); each in the first zone and position that may be chosen"
    )
    return Part("loops", "a loop within a turn", bounds, tuple(findings), (), complete)


def _loop(start: Board, path: tuple[str, ...]) -> Finding:
    sentence = f"{len(path)} actions lead back to a board that was there before in the same turn."
    return Finding(LOOP, sentence, (start,), tuple(Asked(0, text, "legal") for text in path))
