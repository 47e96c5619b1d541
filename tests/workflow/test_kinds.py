"""Every kind of table, figure and time is made of the small projects' results."""

from pathlib import Path

import pytest
from fewer_treatments import keep_treatments
from legible import LEAST, smallest
from project import KEPT, ROOT, Project

from tttcore.engines.benchmarks import benchmark_kinds
from tttcore.engines.engine import engine, read_study
from tttcore.plots.evidence import Evidence, Files
from tttcore.plots.style import save
from tttcore.studies.figures import kinds as figures
from tttcore.studies.looks import shown_together
from tttcore.studies.tables import kinds as tables


def figures_of(study):
    """Settings of all figures of a study that its few treatments allow; the workflow draws two of them."""
    settings = Project(ROOT).config(f"studies/{study}.yaml")
    keep_treatments(settings, KEPT[study])
    return settings["figures"]


LEFT_OUT = {"depth_fits", "gene_similarity", "genes_beside"}
"""Kinds of tables on treatments that small projects leave out; `make` at the quick scale makes them."""
FIGURES = {options["name"]: (study, name) for study in KEPT for name, options in figures_of(study).items()}
"""A figure of each kind."""


@pytest.mark.parametrize(("part", "registry"), [("tables", tables), ("benchmarks", benchmark_kinds)])
def test_every_kind_is_made_by_the_workflow(finished, part, registry):
    studies = [finished.config(f"studies/{study}.yaml") for study in KEPT]
    asked = {options["name"] for study in studies for options in study.get(part, {}).values()}
    assert asked == set(registry.names()) - LEFT_OUT


def test_every_kind_of_figure_is_among_those_drawn_here():
    assert FIGURES.keys() == set(figures.names())


@pytest.mark.parametrize("kind", FIGURES)
def test_a_figure_of_each_kind(finished, tmp_path, kind, monkeypatch):
    monkeypatch.chdir(finished.folder)
    study, name = FIGURES[kind]
    settled, results = read_study(f"config/studies/{study}.yaml"), Path("results")
    evidence = Evidence(
        files=Files(
            runs=results / study / "runs.parquet",
            traces=results / study / "traces.parquet",
            tables=results / study / "tables",
            states=results / "tables",
            batches=sorted((results / study / "runs").glob("*/*.parquet")),
        ),
        stored=engine(settled.engine).STORED,
        comparisons=settled.comparisons,
        recipes={treatment: each.recipe for treatment, each in settled.treatments.items()},
        published=settled.config["published"],
        together=shown_together(settled.config),
    )
    asked = {key: value for key, value in figures_of(study)[name].items() if key != "claims"}
    drawn = figures.build(asked, name).draw(evidence)
    assert smallest(drawn) >= LEAST
    save(drawn, [tmp_path / f"{name}.png"])
    assert (tmp_path / f"{name}.png").stat().st_size > 10_000
