"""One study from settings to page, in the tiny project at the scale quick: what `make test` runs of a workflow."""

import pandas as pd
from helpers.project import TINY, jobs, tiny_project

from tttcore.claims.outcomes import CHOICE_OUTCOMES, OUTCOMES
from tttcore.exact.facts import STRATEGIES
from tttcore.pipeline.store import read

PAGE = "results/report/ancheta2020.html"
FRONT = "results/report/index.html"
FIGURE = f"{TINY}/figures/ecdf-all.png"


def test_a_study_is_run_judged_drawn_and_told_and_nothing_is_left_to_do(tmp_path):
    """At quick with shorter runs, all in one process; the page says so, and strategies aren't counted."""
    project = tiny_project(tmp_path)
    project.edit("config.yaml", lambda settings: settings.update(scale="quick"))
    project.edit("studies/ancheta2020.yaml", lambda settings: settings.update(quick={"generations": 7}))
    formats = ("--config", "formats=[png,svg]")
    made = project.snakemake(PAGE, *formats)
    assert made.returncode == 0, made.stderr
    address = (tmp_path / PAGE).as_uri()
    assert [line for line in made.stderr.splitlines() if ": open file:" in line] == [f"ancheta2020: open {address}"]
    assert '<a href="ancheta2020.html">' in (tmp_path / FRONT).read_text(encoding="utf-8")
    counts = jobs(made.stderr)
    assert (counts["batches_ancheta2020"], "batch" in counts) == (1, False)
    facts = read(tmp_path / "results/tables/facts.parquet")["fact"]
    assert not facts.str.startswith(STRATEGIES).any()
    runs = read(tmp_path / TINY / "runs.parquet")
    assert runs["generations"].max() <= 7
    assert runs.groupby("treatment", observed=True).size().to_dict() == {"control-described": 2, "control-listed": 2}
    assert read(tmp_path / TINY / "tables" / "summaries.parquet")["n"].eq(2).all()
    verdicts = pd.read_csv(tmp_path / TINY / "verdicts.csv", dtype=str)
    assert {*verdicts["verdict"].dropna()} <= {*OUTCOMES, *CHOICE_OUTCOMES}
    page = (tmp_path / PAGE).read_text(encoding="utf-8")
    assert "quick: a trial of few, short runs" in page
    assert "timings.html" not in page
    assert all(f'id="{row}"' in page for row in verdicts["id"])
    assert (tmp_path / FIGURE).stat().st_size > 10_000
    assert (tmp_path / FIGURE).with_suffix(".svg").is_file()
    assert "Nothing to be done" in project.snakemake(PAGE, "--dry-run", *formats).stdout
