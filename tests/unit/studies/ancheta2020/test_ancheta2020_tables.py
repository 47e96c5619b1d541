"""Trajectories against pandas, the published numbers and SciPy's bootstrap; champions' contrasts; drawings."""

import math
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from helpers.pages import LEAST, smallest
from helpers.project import ROOT
from helpers.tables import InMemory
from helpers.texts import message, picture
from matplotlib.collections import LineCollection
from matplotlib.colors import to_hex

from tttcore.engines.engine import read_study
from tttcore.engines.genetic_algorithm.champions import champions_of_runs
from tttcore.pipeline.rng import stream
from tttcore.pipeline.study import PUBLISHED
from tttcore.plots.line_styles import BLUE, Styles, assign
from tttcore.plots.names import names_of
from tttcore.stats.evidence import published_sample
from tttcore.studies.ancheta2020 import trajectories
from tttcore.studies.ancheta2020.drawing import differences
from tttcore.studies.ancheta2020.figures import UMG, figure_8_umg
from tttcore.studies.ancheta2020.tables import check, contrasts_of, course_reports, courses

DATA = ROOT / "config" / "published" / "ancheta2020_courses.csv"
TABLE6 = ROOT / "config" / "published" / "ancheta2020_table6.csv"
LABELS = ("control", "rmg", "umg")


def test_trajectories_of_the_document():
    """The last generations are those of Table 6."""
    published = trajectories.read_trajectories(DATA)
    for label, sample in published_sample(TABLE6).items():
        lengths = (~np.isnan(published[label].best)).sum(axis=1)
        assert lengths.tolist() == sample.values.tolist()
        assert (published[label].steps == lengths - 1).all()
        assert [best[length - 1] for best, length in zip(published[label].best, lengths, strict=True)] == [0.0] * 30
    spreads = [trajectories.mean_spread(published[label].best) for label in LABELS]
    assert np.round(spreads, 4).tolist() == [0.0035, 0.0038, 0.0055]
    assert [int((published[label].rises > 0).sum()) for label in LABELS] == [0, 2, 5]
    assert [round(float(published[label].largest.max()), 4) for label in LABELS] == [0, 0.0091, 0.0181]


def random_rows(seed, runs=60):
    """Traces of runs of different lengths, with their initial population."""
    rng = np.random.default_rng(seed)
    parts = []
    for replicate in range(runs):
        best = np.append(rng.random(rng.integers(2, 14)), 0.0)
        parts.append(pd.DataFrame({"replicate": replicate, "generation": np.arange(best.size), "best": best}))
    return pd.concat(parts, ignore_index=True)


def test_courses_against_pandas():
    rows = random_rows(1)
    found = trajectories.Trajectories.of(rows)
    wide = rows[rows["generation"] > 0].pivot_table(index="replicate", columns="generation", values="best")
    changes = wide.diff(axis=1)
    assert found.initial.tolist() == rows.groupby("replicate")["best"].first().tolist()
    assert found.rises.tolist() == (changes > 0).sum(axis=1).tolist()
    assert found.steps.tolist() == changes.notna().sum(axis=1).tolist()
    assert found.largest == pytest.approx(changes.max(axis=1).clip(lower=0).fillna(0))
    going = wide.count()
    counted = going >= 20
    assert trajectories.mean_spread(found.best) == pytest.approx((wide.std() / np.sqrt(going))[counted].mean())
    assert trajectories.mean_spread(found.best, of_mean=False) == pytest.approx(wide.std()[counted].mean())
    many = np.stack([found.best[:30], found.best[30:]])
    assert trajectories.mean_spread(many) == pytest.approx([float(trajectories.mean_spread(half)) for half in many])


def test_redrawn_spread_is_that_of_redrawn_runs():
    best = trajectories.Trajectories.of(random_rows(2)).best
    drawn = trajectories.redrawn_spread(best, resamples=3000, rng=np.random.default_rng(3))
    rng = np.random.default_rng(4)
    plain = [trajectories.mean_spread(best[rng.integers(0, len(best), len(best))], of_mean=False) for _ in range(1500)]
    assert np.quantile(drawn, (0.025, 0.5, 0.975)) == pytest.approx(np.quantile(plain, (0.025, 0.5, 0.975)), rel=0.02)


@pytest.fixture
def evidence():
    rows = pd.concat([random_rows(seed).assign(treatment=label) for seed, label in enumerate(LABELS)])
    made = SimpleNamespace(
        trace_rows=InMemory(rows),
        comparisons={"listed": {label: label for label in LABELS}},
        published={"repeated_by": ["listed"], "tables": {trajectories.FIGURES: str(DATA)}, "replicates": 30},
        published_replicates=30,
        stream=lambda *names: stream(1, "made-up", *names),
    )
    made.once = lambda make: make(made)
    return made


def test_tables_of_courses_and_reports(evidence):
    table = courses(evidence).set_index(["set", "group"])
    assert table.index.tolist() == [(name, label) for name in (PUBLISHED, "listed") for label in LABELS]
    assert table.loc[PUBLISHED, "runs_with_large_rise"].tolist() == [0, 0, 2]
    assert table.loc[PUBLISHED, "share_with_rise"].tolist() == pytest.approx([0, 2 / 30, 5 / 30])
    ours = table.loc["listed"]
    assert (ours["spread_low"] < ours["spread"]).all()
    assert (ours["spread"] < ours["spread_high"]).all()
    assert (ours["n"] == 60).all()

    table = course_reports(evidence).set_index(["report", "group"])
    assert table.loc["runs with a rise", "published"].tolist() == ["0", "2", "5"]
    assert table.loc[("standard error", "umg"), "chance"] == 0, "random courses spread far more"
    firsts = table.loc[[("first of generation 0", ""), ("first of generation 1", "")]]
    assert firsts["published"].tolist() == ["0.0992", "0.0992"]
    assert (firsts["chance"] == 0).all(), "random courses begin anywhere between 0 and 1"
    assert (table["n"] == 30).all()


def test_mistakes_are_told_in_one_line(tmp_path, monkeypatch, snapshot):
    monkeypatch.chdir(tmp_path)
    told = []
    for line in ("control,1,3,0.1", "control,1,2,1.5", "control,x,2,0.5"):
        (tmp_path / "courses.csv").write_text(f"treatment,run,generation,best_fitness\ncontrol,1,1,0.2\n{line}\n")
        told.append(f"{line}: {message(trajectories.read_trajectories, 'courses.csv')}")
    comparisons = {"mine": {"control": "a", "other": "b"}}
    config = {"published": {"tables": {trajectories.FIGURES: str(DATA)}, "repeated_by": ["mine"]}}
    told.append(f"another group: {message(check, SimpleNamespace(config=config, comparisons=comparisons))}")
    assert "\n".join(told) == snapshot


def test_contrasts_of_treatments(tables, random_genes):
    genomes = ["".join(map(str, genome)) for genome in random_genes(20, "contrasts").tolist()]
    runs = {"treatment": [*"a" * 12, *"b" * 7, "c"], "censored": [False] * 19 + [True], "champion": genomes}
    table = champions_of_runs(InMemory(pd.DataFrame(runs)), tables)
    shares = table.set_index("treatment")
    found = contrasts_of(table, {"a": "b", "b": "c"})
    assert found[["a", "b"]].to_numpy().tolist() == [["a", "b"], ["b", "c"]]
    first = found.iloc[0]
    assert first["beat_listed_umg"] == pytest.approx(shares["beat_listed_umg"]["a"] - shares["beat_listed_umg"]["b"])
    assert first["beat_listed_umg_low"] < first["beat_listed_umg"] < first["beat_listed_umg_high"]
    assert math.isnan(found.iloc[1]["beat_umg_low"])
    assert "'d' has no such data" in message(contrasts_of, table, {"a": "d"})


def test_figure_shows_the_documents_runs_beside_ours():
    """From the first generation on, with as many runs as the file has."""
    names = names_of(read_study(ROOT / "config" / "studies" / "ancheta2020.yaml").config)
    source = SimpleNamespace(
        published={"tables": {trajectories.FIGURES: str(DATA)}},
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


def test_differences_beside_their_margin(snapshot):
    """Published values are told apart by an open marker."""
    columns = ["label", "source", "colour", "difference", "low", "high"]
    sources = [("then", "", -0.43, -1.73, 0.87), ("now", BLUE, 0.869, 0.719, 1.019)]
    table = pd.DataFrame([(label, *source) for label in ("UMG", "RMG") for source in sources], columns=columns)
    figure = differences(table, margin=1.0, title="T")
    assert picture(figure) == snapshot
    assert smallest(figure) >= LEAST
    fills = [to_hex(line.get_markerfacecolor()) for line in figure.axes[0].lines if line.get_marker() == "o"]
    assert fills == ["#ffffff", BLUE.lower()] * 2
    without = table.drop(columns=["low", "high"])
    assert message(differences, without, margin=1.0).startswith("missing low, high;")
