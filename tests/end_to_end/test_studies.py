"""What is a study's own among the results: what its engine stores, its method, times, verdicts, tables and figures."""

import re
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest
from helpers.learners import LOG_LINE
from helpers.pages import LEAST, smallest
from helpers.project import EXPECTED, ROOT, SHRINK, exact_results

from tttcore.claims.claims_file import planned_tables, sentence_of
from tttcore.claims.selectors import Columns, as_written
from tttcore.engines.collect import Files, collect
from tttcore.engines.engine import engine
from tttcore.engines.genies.schemas import HISTORIES
from tttcore.engines.study_files import read_study
from tttcore.pipeline.manifest import compare, read_manifest
from tttcore.pipeline.store import provenance_of, read
from tttcore.pipeline.table_files import read_study_tables
from tttcore.plots.style import save
from tttcore.studies.figures import figures_of, stored_evidence
from tttcore.studies.tables import tables_of

WAIT = "Needs at least {} runs of each treatment."
JUDGED = {
    "ancheta2020": (127, 97, 94), "hemingroth2025": (70, 38, 20), "post1999": (142, 107, 71),
    "osipa2017": (105, 76, 90), "mrugala2020": (161, 99, 706), "gardner1962": (13, 9, 0), "michie1963": (19, 13, 4),
}  # fmt: skip
"""Rows of statements and choices, their sentences, and judgements under other readings."""
each_study = pytest.mark.parametrize("study", SHRINK)


@pytest.fixture(scope="module")
def results(finished):
    """Folder of all results."""
    return finished.folder / "results"


@pytest.fixture(scope="module")
def stored(finished):
    """Runs, traces and champions of every study, as its engine declares them."""
    found = {}
    for name in SHRINK:
        folder = finished.folder / "results" / name
        declared = engine(read_study(finished.folder / "config/studies" / f"{name}.yaml").engine).STORED
        found[name] = (
            read(folder / "runs.parquet", schema=declared.runs),
            read(folder / "traces.parquet", schema=declared.traces),
            pd.read_csv(folder / "champions.csv", dtype=str),
        )
    return found


def facts(results, study):
    return pd.read_csv(results / study / "method/method.csv", index_col="fact")["value"]


def test_genetic_algorithms_log_each_generation(results, stored):
    """While a run goes on, and its traces hold the same."""
    runs, traces, _ = stored["hemingroth2025"]
    ends = traces.groupby(["treatment", "replicate"], sort=False)["generation"].agg(["min", "max"])
    assert ends.to_numpy().tolist() == [[1, last] for last in runs["generations"]]
    for log in (results / "logs/hemingroth2025/runs").glob("*/*.log"):
        lines = [match for match in map(LOG_LINE.fullmatch, log.read_text().splitlines()) if match]
        first = runs[(runs["treatment"] == log.parent.name) & (runs["replicate"] == int(log.stem.split("-")[0]))]
        assert [int(line[2]) for line in lines] == list(range(1, int(first["generations"].iloc[0]) + 1))
        assert [float(line[3]) for line in lines] == (1 - first["best"].iloc[0]).round(5).tolist()


def test_genies_keep_their_histories(results, stored):
    runs, traces, champions = stored["post1999"]
    history = read(results / "post1999/runs/equal/0-2.parquet", schema=HISTORIES)
    lengths = traces[traces["treatment"] == "equal"]["generation"]
    assert (lengths.min(), lengths.max(), len(lengths)) == (1, 5000, 2 * 5000)
    assert history["died"].str.len().tolist() == [5000, 5000]
    assert champions["genome"].tolist() == runs["champion"].tolist()
    boards = pd.read_csv(results / "post1999/method/boards.csv")
    assert (boards["lines"] == ((boards["edge"] + 2) ** boards["dimensions"] - boards["cells"]) // 2).all()


def test_games_on_nine_boards_have_their_moves_and_searches(results, stored):
    runs, traces, games = stored["osipa2017"]
    assert runs[runs["treatment"] == "described"]["moves"].sum() == (traces["treatment"] == "described").sum()
    assert games["moves"].str.split().str.len().tolist() == runs["moves"].tolist()
    found = facts(results, "osipa2017")
    assert found["tree"] == 549_946
    assert found["perft_differing"] == found["values_differing_pruned"] == 0


def test_sessions_add_up_and_leave_policies_of_3x3(results, stored):
    runs, traces, champions = stored["mrugala2020"]
    runs = runs.set_index(["treatment", "replicate"])
    windows = traces.groupby(["treatment", "replicate"], sort=False)[["first", "drawn", "second"]].sum()
    assert (windows == runs[["first", "drawn", "second"]]).all(axis=None)
    assert (windows.sum(axis=1) == runs["games"]).all()
    assert champions["treatment"].str.startswith("3x3").all()
    assert (champions["champion"].str.len() == 5478).all()
    found = facts(results, "mrugala2020")
    assert found["hashes_differing"] == found["orders_differing"] == found["finite_5_4"] == 0
    assert found["keys"] == found["positions"]


def test_times_have_a_page_of_their_own(results):
    timing = pd.read_csv(results / "benchmarks/hemingroth2025/timings.csv")
    assert timing["published_seconds"].tolist() == [884]
    assert timing["seconds"].gt(0).all()
    times = pd.read_csv(results / "benchmarks/osipa2017/times/figure-1-times.csv")
    assert times[["pruned", "unpruned"]].gt(0).all(axis=None)
    page = (results / "report/timings.html").read_text()
    assert re.findall(r'<img src="figures/timings/([\w-]+)\.', page) == ["figure-1-times"]
    assert "884" in page
    assert (page.count("one game, "), page.count("3x3: ")) == (2, 3)


@pytest.mark.parametrize(
    ("study", "settled", "reasons"),
    [
        ("hemingroth2025", {"S2-C02": "reproduced", "S2-C03": "differs"}, {"S2-C05": WAIT.format(50)}),
        ("post1999", {"S1-C01": "reproduced", "S1-X04a": "ruled out"}, {"S1-C16": WAIT.format(100)}),
        ("osipa2017", {"S3-C04": "reproduced"}, {"S3-C22": WAIT.format(100)}),
        (
            "mrugala2020",
            {"S4-C01": "reproduced", "S4-T02": "reproduced", "S4-C12c": "not testable", "S4-C12d": "differs"},
            {"S4-C07": WAIT.format(3)},
        ),
    ],
)
def test_verdicts_are_settled_or_wait_for_runs(results, study, settled, reasons):
    verdicts = pd.read_csv(results / study / "verdicts.csv").set_index("id")
    assert verdicts.loc[[*settled], "verdict"].to_dict() == settled
    assert verdicts.loc[[*reasons], "reason"].to_dict() == reasons
    assert verdicts.loc[[*reasons], "verdict"].eq("undecided").all()


@each_study
def test_exact_results_are_those_that_are_expected(finished, study):
    expected = {path: each for path, each in read_manifest(EXPECTED).items() if path.split("/")[0] in ("tables", study)}
    parted = compare(exact_results(finished, study), expected)
    assert parted == [], "results have changed; if they are meant to, `make expected` and say so in CHANGELOG.md"


@each_study
def test_no_statement_sentence_or_reading_is_lost(finished, study):
    folder = finished.folder / "results" / study
    ids = pd.read_csv(folder / "verdicts.csv")["id"]
    judged = len(ids), ids.map(sentence_of).nunique(), len(pd.read_csv(folder / "multiverse.csv"))
    assert judged == JUDGED[study]


@each_study
def test_every_run_in_a_batch_of_its_own_is_gathered_as_the_same_bytes(finished, study, tmp_path):
    config, own = read_study(finished.folder / f"config/studies/{study}.yaml"), finished.folder / "results" / study
    origin = provenance_of(own / "runs.parquet")
    batches, wanted = [], dict.fromkeys(config.treatments, 0)
    for treatment in wanted:
        (tmp_path / "runs" / treatment).mkdir(parents=True)
        tables = [pq.read_table(file) for file in own.glob(f"runs/{treatment}/*.parquet")]
        rows = {table["replicate"][row].as_py(): table.slice(row, 1) for table in tables for row in range(len(table))}
        for number in sorted(rows):
            batches.append(tmp_path / "runs" / treatment / f"{number}-{number + 1}.parquet")
            pq.write_table(rows[number], batches[-1])
        wanted[treatment] = len(rows)
    files = Files(*(tmp_path / name for name in ("runs.parquet", "traces.parquet", "champions.csv")))
    recipes, code = origin["recipes"], origin["code"]
    asked = {"made_by": config.engine, "wanted": wanted, "recipes": recipes, "mixed_versions": False, "code": code}
    collect(batches, files, **asked, provenance={"collected_with": origin["collected_with"]}, seed=origin["seed"])
    for file in vars(files).values():
        assert file.read_bytes() == (own / file.name).read_bytes(), file.name


@each_study
def test_columns_of_tables_are_those_known_before_any_is_made(finished, study, monkeypatch):
    monkeypatch.chdir(finished.folder)
    config = read_study(f"config/studies/{study}.yaml")
    made = {"facts": read("results/tables/facts.parquet")}
    made |= read_study_tables([f"results/{study}/method", f"results/{study}/tables"])
    known = planned_tables(config, tables_of(config.config, config.file))
    assert known.keys() == made.keys()
    for table, columns in known.items():
        if isinstance(columns, pd.DataFrame):
            assert list(columns) == list(made[table])
        elif columns is not None:
            found = Columns.of(made[table]).numeric
            assert columns.numeric.keys() == found.keys(), table
            assert all(told in (None, found[column]) for column, told in columns.numeric.items())
            for column in columns.values.keys() & found.keys():
                named = {*map(as_written, made[table][column])} - {""}  # empty where a row is about several
                assert named <= {*columns.values[column]}, (table, column)


@each_study
def test_all_figures_of_a_study(finished, tmp_path, study, monkeypatch):
    """Drawn from the small project's results, in letters that can be read."""
    whole = read_study(ROOT / "config" / "studies" / f"{study}.yaml")
    monkeypatch.chdir(finished.folder)
    evidence = stored_evidence(read_study(f"config/studies/{study}.yaml"), Path("results"))
    for name, draw in figures_of(whole.config, whole.file).items():
        drawn = draw(evidence)
        assert smallest(drawn) >= LEAST, name
        save(drawn, [tmp_path / f"{name}.png"])
        assert (tmp_path / f"{name}.png").stat().st_size > 10_000, name
