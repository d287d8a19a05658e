"""The verdicts of an independent engine, where they are at hand."""

from pathlib import Path

import pytest

from tests.oracle import main

ORACLE = Path(__file__).parents[2] / "shared" / "oracle"


@pytest.mark.parametrize(
    "name", ["sanity.jsonl", pytest.param("random500.jsonl", marks=pytest.mark.slow)]
)
def test_agrees_with_the_independent_verdicts(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """List what the engine lists, or have a proof in oracle_deviations.toml."""
    if not ORACLE.is_dir():
        pytest.skip(f"the verdicts are not here: {ORACLE}")
    status = main([str(ORACLE / name)])
    output = capsys.readouterr().out
    assert status == 0, output
    assert "unknown cards:" not in output, output
