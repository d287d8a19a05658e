"""pytest collects scenario files: every [[expect]] is a test, under each of its eras.

With ygolp installed, `pytest` in a folder of scenarios is all that is needed. Files without expectations are left
alone, and nothing of ygolp but this module is imported before there is one with some.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ygolp.scenario import Expectation, Scenario

_LARGEST = 2_000_000
_MARKS = {
    ".toml": re.compile(rb"^[ \t]*\[\[[ \t]*expect[ \t]*\]\]", re.MULTILINE),
    ".json": re.compile(rb'"expect"\s*:\s*\[\s*\{[^}]*"source"\s*:'),
}


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ScenarioFile | None:
    """Collect a file that has expectations."""
    mark = _MARKS.get(file_path.suffix)
    if mark is None:
        return None
    try:
        if file_path.stat().st_size > _LARGEST or not mark.search(file_path.read_bytes()):
            return None
    except OSError:
        return None
    return ScenarioFile.from_parent(parent, path=file_path)


class ScenarioFile(pytest.File):
    """A scenario file; its expectations are the tests."""

    @cached_property
    def scenario(self) -> Scenario:
        """The scenario, read once."""
        from ygolp.scenario import load

        return load(self.path)

    def collect(self) -> Iterator[ExpectationItem]:
        """Yield each expectation under each of its eras; a file that cannot be read is an error that says why."""
        from ygolp.errors import ScenarioError

        try:
            scenario = self.scenario
        except ScenarioError as error:
            raise self.CollectError(str(error)) from None
        names: dict[str, int] = {}
        for expectation in scenario.expectations:
            for era in expectation.eras:
                name = f"{_about(expectation)} [{era}]" if len(expectation.eras) > 1 else _about(expectation)
                names[name] = names.get(name, 0) + 1
                if names[name] > 1:
                    name = f"{name} ({names[name]})"
                yield ExpectationItem.from_parent(self, name=name, expectation=expectation, era=era)


class ExpectationItem(pytest.Item):
    """One expectation under one era."""

    def __init__(self, *, expectation: Expectation, era: str, **rest: Any) -> None:
        super().__init__(**rest)
        self.expectation = expectation
        self.era = era

    def runtest(self) -> None:
        """Ask the question; Unexpected if the answer is another."""
        from ygolp.board import replace
        from ygolp.check import run

        assert isinstance(self.parent, ScenarioFile)
        alone = replace(self.expectation, eras=(self.era,))
        for outcome in run(replace(self.parent.scenario, expectations=(alone,))):
            if outcome.failure is not None:
                raise Unexpected(outcome.question, outcome.failure)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Say file, title, question, what was expected and found, and the source."""
        if not isinstance(excinfo.value, Unexpected):
            return super().repr_failure(excinfo, style)
        assert isinstance(self.parent, ScenarioFile)
        question, failure = excinfo.value.args
        return "\n".join((
            f"{self.path}: [[expect]] {self.expectation.number} ({self.era})",
            f"  title:    {self.parent.scenario.title}",
            f"  question: {question}",
            f"  answer:   {failure}",
            f"  source:   {', '.join(self.expectation.source)}",
        ))  # fmt: skip

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return where the test is for pytest's own lines."""
        return self.path, None, f"{self.path.name}: {self.name}"


class Unexpected(Exception):
    """The question, and how the answer differs from what was expected."""


def _about(expectation: Expectation) -> str:
    """Return what an expectation says, as the name of a test."""
    keys = expectation.keys
    about = str(keys.get("action") or keys.get("matching") or keys.get("card") or "the board")
    for key in ("verdict", "using", "zones", "positions", "actions"):
        if key in keys:
            return f"{about}: {keys[key] if key == 'verdict' else key}"
    if "has" in keys:
        return f"{about}: {', '.join(keys['has'])}"
    return f"{about}: {', '.join(keys['wrong']) or 'nothing wrong'}" if "wrong" in keys else about
