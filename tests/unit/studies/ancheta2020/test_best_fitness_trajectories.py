"""Trajectories of the best fitness against pandas, the published numbers, and SciPy's bootstrap."""

import re
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from helpers.project import ROOT
from helpers.tables import InMemory
from matplotlib.collections import LineCollection

from tttcore.engines.engine import read_study
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.pipeline.study import PUBLISHED
from tttcore.plots.line_styles import Styles, assign
from tttcore.plots.names import names_of
from tttcore.stats.evidence import published_sample
from tttcore.studies.ancheta2020.figures import UMG, figure_8_umg
from tttcore.studies.ancheta2020.tables import check, course_reports, courses
from tttcore.studies.ancheta2020.trajectories import (
    FIGURES,
    Trajectories,
    mean_spread,
    read_trajectories,
    redrawn_spread,
)

DATA = ROOT / "config" / "published" / "ancheta2020_courses.csv"
TABLE6 = ROOT / "config" / "published" / "ancheta2020_table6.csv"
LABELS = ("control", "rmg", "umg")


@pytest.fixture(scope="module")
def published():
    return read_trajectories(DATA)


def test_last_generations_are_those_of_table_6(published):
    for label, sample in published_sample(TABLE6).items():
        lengths = (~np.isnan(published[label].best)).sum(axis=1)
        assert lengths.tolist() == sample.values.tolist()
        assert (published[label].steps == lengths - 1).all()
        assert [best[length - 1] for best, length in zip(published[label].best, lengths, strict=True)] == [0.0] * 30


def test_spread_and_rises_of_the_document(published):
    assert [round(float(mean_spread(published[label].best)), 4) for label in LABELS] == [0.0035, 0.0038, 0.0055]
    assert [int((published[label].rises > 0).sum()) for label in LABELS] == [0, 2, 5]
    assert [round(float(published[label].largest.max()), 4) for label in LABELS] == [0, 0.0091, 0.0181]


def random_rows(seed, runs=60):
    """Traces of runs of different lengths, with their initial population."""
    rng = np.random.default_rng(seed)
    parts = []
    for replicate in range(runs):
        best = np.append(rng.random(rng.integers(2, 14)), 0.0)
        generations = np.arange(best.size)
        parts.append(pd.DataFrame({"replicate": replicate, "generation": generations, "best": best}))
    return pd.concat(parts, ignore_index=True)


def test_courses_against_pandas():
    rows = random_rows(1)
    found = Trajectories.of(rows)
    wide = rows[rows["generation"] > 0].pivot_table(index="replicate", columns="generation", values="best")
    changes = wide.diff(axis=1)
    assert found.initial.tolist() == rows.groupby("replicate")["best"].first().tolist()
    assert found.rises.tolist() == (changes > 0).sum(axis=1).tolist()
    assert found.steps.tolist() == changes.notna().sum(axis=1).tolist()
    assert found.largest == pytest.approx(changes.max(axis=1).clip(lower=0).fillna(0))
    going = wide.count()
    counted = going >= 20
    assert mean_spread(found.best) == pytest.approx((wide.std() / np.sqrt(going))[counted].mean())
    assert mean_spread(found.best, of_mean=False) == pytest.approx(wide.std()[counted].mean())
    many = np.stack([found.best[:30], found.best[30:]])
    assert mean_spread(many) == pytest.approx([float(mean_spread(half)) for half in many])


def test_redrawn_spread_is_that_of_redrawn_runs():
    best = Trajectories.of(random_rows(2)).best
    drawn = redrawn_spread(best, resamples=3000, rng=np.random.default_rng(3))
    rng = np.random.default_rng(4)
    plain = [mean_spread(best[rng.integers(0, len(best), len(best))], of_mean=False) for _ in range(1500)]
    assert np.quantile(drawn, (0.025, 0.5, 0.975)) == pytest.approx(np.quantile(plain, (0.025, 0.5, 0.975)), rel=0.02)


def evidence():
    rows = pd.concat([random_rows(seed).assign(treatment=label) for seed, label in enumerate(LABELS)])
    return SimpleNamespace(
        trace_rows=InMemory(rows),
        comparisons={"listed": {label: label for label in LABELS}},
        published={"repeated_by": ["listed"], "tables": {FIGURES: str(DATA)}, "replicates": 30},
        published_replicates=30,
        stream=lambda *names: stream(1, "made-up", *names),
        once=lambda make: make(made),
    )


made = evidence()


def test_table_of_courses(published):
    table = courses(made).set_index(["set", "group"])
    assert table.index.tolist() == [(name, label) for name in (PUBLISHED, "listed") for label in LABELS]
    assert table.loc[PUBLISHED, "runs_with_large_rise"].tolist() == [0, 0, 2]
    assert table.loc[PUBLISHED, "share_with_rise"].tolist() == pytest.approx([0, 2 / 30, 5 / 30])
    ours = table.loc["listed"]
    assert (ours["spread_low"] < ours["spread"]).all()
    assert (ours["spread"] < ours["spread_high"]).all()
    assert (ours["n"] == 60).all()


def test_reports_of_courses():
    table = course_reports(made).set_index(["report", "group"])
    assert table.loc["runs with a rise", "published"].tolist() == ["0", "2", "5"]
    assert table.loc[("standard error", "umg"), "chance"] == 0, "random courses spread far more"
    firsts = table.loc[[("first of generation 0", ""), ("first of generation 1", "")]]
    assert firsts["published"].tolist() == ["0.0992", "0.0992"]
    assert (firsts["chance"] == 0).all(), "random courses begin anywhere between 0 and 1"
    assert (table["n"] == 30).all()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("control,1,3,0.1", "line 3, generation: '3'; allowed: 1, 2, 3 and so on within each run"),
        ("control,1,2,1.5", "line 3, best_fitness: '1.5'; allowed: numbers from 0 to 1"),
        ("control,x,2,0.5", "line 3, run: 'x'; allowed: whole numbers"),
    ],
)
def test_mistakes_in_the_file(tmp_path, line, message):
    file = tmp_path / "courses.csv"
    file.write_text(f"treatment,run,generation,best_fitness\ncontrol,1,1,0.2\n{line}\n")
    with pytest.raises(ConfigError, match=re.escape(message)):
        read_trajectories(file)


@pytest.mark.parametrize(
    ("tables", "comparisons", "message"),
    [
        ({FIGURES: str(DATA)}, {"mine": {"control": "a", "other": "b"}}, "figures_6_8 has no treatment 'other'"),
    ],
)
def test_courses_of_the_documents_groups_are_needed(tables, comparisons, message):
    config = {"published": {"tables": tables, "repeated_by": [*comparisons]}}
    with pytest.raises(ConfigError, match=message):
        check(SimpleNamespace(config=config, comparisons=comparisons))


def test_figure_shows_the_documents_runs_beside_ours():
    """From the first generation on, with as many runs as the file has."""
    study = read_study(ROOT / "config" / "studies" / "ancheta2020.yaml")
    names = names_of(study.config)
    source = SimpleNamespace(
        published={"tables": {FIGURES: str(DATA)}},
        traces_of=lambda treatment, *columns: random_rows(7)[[*columns]],
        styles=Styles(assign([*UMG], [UMG]), {}, names),
        names=names,
    )
    drawn = figure_8_umg(source, title="")
    titles = [axes.get_title() for axes in drawn.axes if axes.get_title()]
    assert titles == ["published (n = 30)", "the authors' program (n = 60)", "as described (n = 60)"]
    lines = [next(each for each in axes.collections if isinstance(each, LineCollection)) for axes in drawn.axes[:3]]
    assert [len(each.get_segments()) for each in lines] == [30, 30, 30]
    assert min(segment[:, 0].min() for each in lines for segment in each.get_segments()) == 1
