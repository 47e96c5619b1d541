"""Every kind of table, figure, chart and time is made of the small projects' results."""

from pathlib import Path

import pytest
from fewer_treatments import keep_treatments
from project import KEPT, ROOT, Project

from tttcore.analysis.kinds import kinds as tables
from tttcore.figures.clocked import clocks
from tttcore.figures.evidence import Evidence
from tttcore.figures.kinds import kinds as figures
from tttcore.figures.style import save
from tttcore.report.charts import kinds as charts
from tttcore.studies.study import Study

pytestmark = pytest.mark.workflow


def figures_of(study):
    """Settings of all figures of a study that its few treatments allow; the workflow draws two of them."""
    settings = Project(ROOT).config(f"studies/{study}.yaml")
    keep_treatments(settings, KEPT[study])
    return settings["figures"]


FIGURES = {options["name"]: (study, name) for study in KEPT for name, options in figures_of(study).items()}
"""A figure of each kind."""


@pytest.mark.parametrize(("part", "registry"), [("tables", tables), ("charts", charts), ("clocked", clocks)])
def test_every_kind_is_made_by_the_workflow(finished, part, registry):
    studies = [finished.config(f"studies/{study}.yaml") for study in KEPT]
    asked = {options["name"] for study in studies for options in study.get(part, {}).values()}
    assert asked == set(registry.names())


def test_every_kind_of_figure_is_among_those_drawn_here():
    assert FIGURES.keys() == set(figures.names())


@pytest.mark.parametrize("kind", FIGURES)
def test_a_figure_of_each_kind(finished, tmp_path, kind, monkeypatch):
    monkeypatch.chdir(finished.folder)
    study, name = FIGURES[kind]
    schema = ROOT / "workflow" / "schemas" / f"{study}.schema.yaml"
    settled = Study.read(f"config/studies/{study}.yaml", schema)
    evidence = Evidence(
        results=Path("results"),
        study=study,
        engine=settled.engine,
        comparisons=settled.comparisons,
        recipes={treatment: each.recipe for treatment, each in settled.treatments.items()},
        published=settled.config["published"],
    )
    asked = {key: value for key, value in figures_of(study)[name].items() if key != "claims"}
    save(figures.build(asked, name).draw(evidence), tmp_path / name, formats=["png"])
    assert (tmp_path / f"{name}.png").stat().st_size > 10_000
