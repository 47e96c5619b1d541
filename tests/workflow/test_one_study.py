"""One study from its settings to its page, in the tiny project: all of the workflow that `make test` runs."""

import shutil

import pandas as pd
from project import TINY, tiny_project

from tttcore.claims.outcomes import CHOICE_OUTCOMES, OUTCOMES
from tttcore.pipeline.store import read

PAGE = "results/report/ancheta2020.html"
FIGURE = f"{TINY}/figures/ecdf-all.png"


def test_a_study_is_run_judged_drawn_and_told_and_nothing_is_left_to_do(counted, tmp_path):
    project = tiny_project(tmp_path)
    for part in ("results", ".snakemake"):
        shutil.copytree(counted.folder / part, tmp_path / part)
    formats = ("--config", "formats=[png,svg]")
    made = project.snakemake(PAGE, *formats)
    assert made.returncode == 0, made.stderr
    runs = read(tmp_path / TINY / "runs.parquet")
    assert runs.groupby("treatment", observed=True).size().to_dict() == {"control-described": 2, "control-listed": 2}
    assert read(tmp_path / TINY / "tables" / "summaries.parquet")["n"].eq(2).all()
    verdicts = pd.read_csv(tmp_path / TINY / "verdicts.csv", dtype=str)
    assert {*verdicts["verdict"].dropna()} <= {*OUTCOMES, *CHOICE_OUTCOMES}
    page = (tmp_path / PAGE).read_text(encoding="utf-8")
    assert all(f'id="{row}"' in page for row in verdicts["id"])
    assert (tmp_path / FIGURE).stat().st_size > 10_000
    assert (tmp_path / FIGURE).with_suffix(".svg").is_file()
    assert "Nothing to be done" in project.snakemake(PAGE, "--dry-run", *formats).stdout
