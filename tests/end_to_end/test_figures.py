"""Every figure of every study is drawn from the small project's results, in letters that can be read."""

from pathlib import Path

import pytest
from helpers.pages import LEAST, smallest
from helpers.project import ROOT, SHRINK

from tttcore.engines.engine import read_study
from tttcore.plots.style import save
from tttcore.studies.figures import figures_of, stored_evidence


@pytest.mark.parametrize("study", SHRINK)
def test_all_figures_of_a_study(finished, tmp_path, study, monkeypatch):
    whole = read_study(ROOT / "config" / "studies" / f"{study}.yaml")
    monkeypatch.chdir(finished.folder)
    evidence = stored_evidence(read_study(f"config/studies/{study}.yaml"), Path("results"))
    for name, draw in figures_of(whole.config, whole.file).items():
        drawn = draw(evidence)
        assert smallest(drawn) >= LEAST, name
        save(drawn, [tmp_path / f"{name}.png"])
        assert (tmp_path / f"{name}.png").stat().st_size > 10_000, name
