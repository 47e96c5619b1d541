"""`ttt seal` on an audit."""

import pandas as pd
import pytest

from tttcore.claims.schemas import AUDIT
from tttcore.cli import main
from tttcore.pipeline import store


def audited(folder, seeds):
    """An audit of as many statements as there are seeds."""
    rows = AUDIT.empty().reindex(range(len(seeds)))
    texts = {name: "" for name in AUDIT.names if rows[name].dtype == object}
    rows = rows.assign(**texts).assign(
        id=[f"X-{at}" for at in range(len(seeds))],
        rule_digest="0123",
        verdict="differs",
        counted=True,
        together=1,
        seed=seeds,
    )
    store.write(folder / "audit" / "audit.parquet", rows.astype({"seed": "Int64"}), schema=AUDIT, provenance={})


def test_rules_are_written_with_their_verdicts(tmp_path, capsys):
    audited(tmp_path, [2020, None])
    path = tmp_path / "sealed.csv"
    assert main(["seal", str(tmp_path), "--output", str(path)]) == 0
    assert capsys.readouterr().out == f"sealed 2 rules with the verdicts of seed 2020 in {path}\n"
    assert pd.read_csv(path, dtype=str).to_numpy().tolist() == [
        ["X-0", "0123", "2020", "differs"], ["X-1", "0123", "2020", "differs"]
    ]  # fmt: skip


@pytest.mark.parametrize(("seeds", "number"), [([1, 2], 2), ([None], 0)])
def test_results_of_one_seed_are_needed(tmp_path, capsys, seeds, number):
    audited(tmp_path, seeds)
    assert main(["seal", str(tmp_path), "--output", str(tmp_path / "sealed.csv")]) == 2
    assert capsys.readouterr().err == f"ttt: error: {tmp_path}: made with {number} seeds; needs one seed\n"
    assert not (tmp_path / "sealed.csv").exists()
