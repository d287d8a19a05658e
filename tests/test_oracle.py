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


@pytest.mark.parametrize("every", ["60", pytest.param("1", marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["extra_deck_dev.jsonl", "procedures_dev.jsonl"])
def test_agrees_on_cards_that_were_read_from_a_database(
    name: str, every: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Agree on every board whose text is understood, material sets included."""
    if not (ORACLE / name).is_file():
        pytest.skip(f"the verdicts are not here: {ORACLE}")
    status = main(["--every", every, str(ORACLE / name)])
    output = capsys.readouterr().out
    assert status == 0, output
