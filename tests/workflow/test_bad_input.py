"""A user's mistake gets one line that names file, key, value and what is allowed, and no traceback."""

import pytest
from project import SHRINK, Project, small_project

from tttcore.pipeline.messages import ConfigError
from tttcore.project import checked_studies

STUDY = "studies/ancheta2020.yaml"
OTHER = "studies/hemingroth2025.yaml"
THIRD = "studies/post1999.yaml"
FOURTH = "studies/osipa2017.yaml"
FIFTH = "studies/mrugala2020.yaml"


def change_treatment(name, **changes):
    return lambda settings: settings["treatments"][name].update(changes)


def leave_out(treatment):
    """A study without a treatment and without what is said of it."""

    def change(settings):
        settings["treatments"].pop(treatment)
        settings["comparisons"] = {"described": settings["comparisons"]["described"]}
        settings["published"] = {"tables": settings["published"]["tables"]}

    return change


MISTAKES = {
    "misspelt key in the project": (
        "config.yaml",
        lambda settings: settings.update(sede=1),
        "config/config.yaml: sede: no such key (did you mean 'seed'?)",
    ),
    "negative seed": (
        "config.yaml",
        lambda settings: settings.update(seed=-1),
        "config/config.yaml: seed: -1 is out of range; allowed: 0 or more",
    ),
    "unknown scale": (
        "config.yaml",
        lambda settings: settings.update(scale="papre"),
        "config/config.yaml: scale: 'papre' is not allowed (did you mean 'paper'?); known: quick, paper, decisive",
    ),
    "unknown study": (
        "config.yaml",
        lambda settings: settings.update(studies=["ancheta2021"]),
        "config/studies/ancheta2021.yaml: no such file",
    ),
    "misspelt key of the engine": (
        FIFTH,
        lambda settings: settings.update(engin=settings.pop("engine")),
        "config/studies/mrugala2020.yaml: engine: needs a value (is 'engin' meant?)",
    ),
    "misspelt key in a treatment": (
        STUDY,
        change_treatment("control-listed", popluation=10),
        "treatments.control-listed.popluation: no such key (did you mean 'population'?)",
    ),
    "treatment of the method's facts left out": (
        STUDY,
        leave_out("control-listed"),
        "config/studies/ancheta2020.yaml: treatments: control-listed is missing, and the method is measured on it",
    ),
    "unknown operator": (
        STUDY,
        change_treatment("control-listed", select={"name": "touranment"}),
        "treatments.control-listed.select.name: unknown selection 'touranment' (did you mean 'tournament'?)",
    ),
    "unknown operator's key": (
        STUDY,
        change_treatment("control-listed", select={"name": "tournament", "sise": 3}),
        "treatments.control-listed.select.sise: no such key (did you mean 'size'?)",
    ),
    "population below two": (
        STUDY,
        change_treatment("control-listed", population=1),
        "treatments.control-listed.population: 1 is out of range; allowed: from 2 to 1,000,000",
    ),
    "more sites than genes": (
        STUDY,
        change_treatment("control-listed", cross={"sites": 766}),
        "treatments.control-listed.cross.sites: 766 crossover sites in a genome of 765 genes; at most 765",
    ),
    "no replicates": (
        STUDY,
        lambda settings: settings["replicates"].update(quick=0),
        "replicates.quick: 0 is out of range; allowed: from 1 to 2,147,483,647",
    ),
    "tournament larger than the population": (
        STUDY,
        change_treatment("control-listed", select={"name": "tournament", "size": 21}),
        "treatments.control-listed.select.size: a tournament of 21 in a population of 20; at most 20",
    ),
    "opponent of the wrong seat": (
        STUDY,
        change_treatment("umg-listed", seat="second"),
        "treatments.umg-listed.replace.by.opponent: meets organisms of seat first, not second",
    ),
    "comparison of an unknown treatment": (
        STUDY,
        lambda settings: settings["comparisons"]["seat"].update(second="secnd-seat"),
        "comparisons.seat.second: unknown treatment 'secnd-seat' (did you mean 'second-seat'?)",
    ),
    "unknown protocol": (
        STUDY,
        change_treatment("control-listed", protocol="printed"),
        "control-listed.protocol: unknown protocol 'printed' (did you mean 'listed'?); known: described, listed",
    ),
    "table without a function": (
        STUDY,
        lambda settings: settings["tables"].update(champoins="Champions"),
        "tables.champoins: tttcore/studies/ancheta2020/tables.py has no 'champoins' (did you mean 'champions'?)",
    ),
    "table of another study": (
        THIRD,
        lambda settings: settings["tables"].update(champions="Champions"),
        "tables.champions: tttcore/studies/post1999/tables.py has no 'champions'; known: ",
    ),
    "table with options": (
        STUDY,
        lambda settings: settings["tables"].update(pairwise={"resamples": 100}),
        "tables.pairwise: {'resamples': 100} is not text",
    ),
    "caption that is a number": (
        STUDY,
        lambda settings: settings["tables"].update(power=0.8),
        "tables.power: 0.8 is not text",
    ),
    "number that is none": (
        STUDY,
        lambda settings: settings.update(seconds_per_replicate=float("nan")),
        "config/studies/ancheta2020.yaml: seconds_per_replicate: nan is out of range; allowed: finite numbers",
    ),
    "figure with an option": (
        STUDY,
        lambda settings: settings["figures"]["ecdf-all"].update(last_generation=100),
        "figures.ecdf-all.last_generation: no such key; known: title, caption, claims",
    ),
    "misspelt key of a figure": (
        STUDY,
        lambda settings: settings["figures"]["ecdf-all"].update(captoin="All"),
        "figures.ecdf-all.captoin: no such key (did you mean 'caption'?)",
    ),
    "figure without a caption": (
        STUDY,
        lambda settings: settings["figures"]["ecdf-all"].pop("caption"),
        "figures.ecdf-all.caption: needs a value",
    ),
    "title that is no text": (
        STUDY,
        lambda settings: settings["figures"]["ecdf-all"].update(title=["All"]),
        "figures.ecdf-all.title: ['All'] is not text",
    ),
    "published table that isn't there": (
        STUDY,
        lambda settings: settings["published"]["tables"].update(table1="config/published/table1.csv"),
        "config/studies/ancheta2020.yaml: published.tables.table1: config/published/table1.csv: no such file",
    ),
    "table that a statement is about": (
        THIRD,
        lambda settings: settings["tables"].pop("contests"),
        "config/claims/post1999.csv: ",
    ),
    "comparison by a parameter that recipes don't have": (
        OTHER,
        change_treatment("extent-0200", mutate={"name": "random_reset", "slope": 1, "base": 1}),
        "comparisons.extents.0.02: 'extent-0200' has no mutate.rate to compare by",
    ),
    "tables of games that the document doesn't have": (
        FIFTH,
        lambda settings: settings["published"].pop("tables"),
        "tables.combinations: unknown published table 'games'; known: none",
    ),
    "heuristic that is true": (
        FOURTH,
        change_treatment("heuristic-2", players={"document": {"heuristic": True}}),
        "treatments.heuristic-2.players.document.heuristic: True is not allowed; known: 0, 1, 2",
    ),
    "table of the document's own data without them": (
        STUDY,
        lambda settings: settings["published"].pop("tables"),
        "tables.courses: unknown published table 'figures_6_8'; known: none",
    ),
    "name of a table that is taken": (
        STUDY,
        lambda settings: settings["tables"].update(table1="Champions"),
        "config/studies/ancheta2020.yaml: tables.table1: the name is taken by published.tables.table1; choose another",
    ),
    "unknown reading of the operators": (
        OTHER,
        change_treatment("independent", breed={"name": "indepedent", "mutate": 0.1, "cross": 0.1}),
        "treatments.independent.breed.name: unknown breeding 'indepedent' (did you mean 'independent'?)",
    ),
    "unknown reading of alleles": (
        OTHER,
        change_treatment("legal-alleles", coding={"taken": "legal"}),
        "treatments.legal-alleles.coding.taken: 'legal' is not allowed; known: modulo, next_free, never",
    ),
    "chance above one": (
        OTHER,
        change_treatment("independent", breed={"mutate": 1.2}),
        "treatments.independent.breed.mutate: 1.2 is out of range; allowed: from 0 to 1",
    ),
    "chances that add up to more than one": (
        OTHER,
        lambda settings: settings["protocols"]["exclusive"]["breed"].update(mutate=0.7, replicate=0.6),
        "treatments.exclusive.breed: mutate, replicate: 0.7 and 0.6 add up to more than 1",
    ),
    "tournament above the population": (
        OTHER,
        change_treatment("exclusive", select={"size": 61}),
        "treatments.exclusive.select.size: a tournament of 61 in a population of 60; at most 60",
    ),
    "a single organism": (
        OTHER,
        lambda settings: settings["defaults"].update(population=1),
        "defaults.population: 1 is out of range; allowed: from 2 to 1,000,000",
    ),
    "no generations": (
        OTHER,
        lambda settings: settings["defaults"].update(generations=0),
        "defaults.generations: 0 is out of range; allowed: from 1 to 10,000,000 (memory grows with it)",
    ),
    "nothing but the initial population": (
        OTHER,
        change_treatment("exclusive", generations=1),
        "treatments.exclusive.generations: 1 leaves nothing to breed after generation 1; allowed: 2 or more",
    ),
    "a group that isn't bred": (
        OTHER,
        change_treatment("exclusive", pool=["mutated"]),
        "treatments.exclusive.pool: the breeding makes no 'mutated'; known: parents, children",
    ),
    "a log that isn't there": (
        OTHER,
        lambda settings: settings["published"].update(tables={"logs": settings["published"]["tables"]["log"]}),
        "published.tables: needs 'log' (is 'logs' meant?)",
    ),
    "timing of an unknown treatment": (
        OTHER,
        lambda settings: settings["timings"]["training"].update(treatment="exclusiv"),
        "timings.training.treatment: unknown treatment 'exclusiv' (did you mean 'exclusive'?)",
    ),
    "mutation above 100 percent": (
        THIRD,
        change_treatment("cube", mutate={"percent": 120}),
        "treatments.cube.mutate.percent: 120 is out of range; allowed: from 0 to 100",
    ),
    "edge below two": (
        THIRD,
        change_treatment("cube", edge=1),
        "treatments.cube.edge: 1 is out of range; allowed: from 2 to 126",
    ),
    "no dimensions": (
        THIRD,
        change_treatment("cube", dimensions=0),
        "treatments.cube.dimensions: 0 is out of range; allowed: from 1 to 12 (a board has up to 4,096 cells)",
    ),
    "board too large to evolve on": (
        THIRD,
        change_treatment("cube", dimensions=7),
        "treatments.cube.dimensions: 16,384 cells are too many to evolve on; allowed: up to 4,096",
    ),
    "nobody left to evolve": (
        THIRD,
        change_treatment("cube", static={"count": 9}),
        "treatments.cube.static.count: 9 of 10 Genies; allowed: at most 8, so that two evolve",
    ),
    "strategy that has no number": (
        THIRD,
        change_treatment("cube", static={"strategy": 4}),
        "treatments.cube.static.strategy: 4 is not allowed; known: 1, 2, 3",
    ),
    "unknown genes at the start": (
        THIRD,
        change_treatment("cube", start={"name": "zeroes"}),
        "treatments.cube.start.name: unknown start 'zeroes' (did you mean 'zeros'?); known: strategy_3, uniform, zeros",
    ),
    "empty range of genes": (
        THIRD,
        change_treatment("cube", start={"name": "uniform", "low": 5, "high": 1}),
        "treatments.cube.start: low, high: 5 is above 1",
    ),
    "genes that could outgrow their bits": (
        THIRD,
        change_treatment("cube", generations=40_000),
        "treatments.cube.generations: genes could get to 40,009; allowed: up to 32,767",
    ),
    "unknown player": (
        FOURTH,
        change_treatment("league", players={"new": {"name": "alphabta", "heuristic": 1, "depth": 3}}),
        "treatments.league.players.new.name: unknown player of nine boards 'alphabta' (did you mean 'alphabeta'?)",
    ),
    "nothing looked ahead": (
        FOURTH,
        change_treatment("described", players={"document": {"depths": [0, 3, 4]}}),
        "treatments.described.players.document.depths.0: 0 is out of range; allowed: from 1 to 20",
    ),
    "heuristic that has no number": (
        FOURTH,
        change_treatment("heuristic-2", players={"document": {"heuristic": 3}}),
        "treatments.heuristic-2.players.document.heuristic: 3 is not allowed; known: 0, 1, 2",
    ),
    "depths without their steps": (
        FOURTH,
        change_treatment("described", players={"document": {"depths": [1, 3]}}),
        "treatments.described.players.document: depths: [1, 3]; allowed: 3, one more than in until",
    ),
    "steps in no order": (
        FOURTH,
        change_treatment("described", players={"document": {"until": [30, 0]}}),
        "treatments.described.players.document: until: [30, 0]; allowed: steps in rising order, each once",
    ),
    "nobody to play": (
        FOURTH,
        lambda settings: settings["protocols"]["plies in all"].update(players={}),
        "protocols.plies in all.players: {} is empty; allowed: one entry or more",
    ),
    "nobody else to meet": (
        FOURTH,
        change_treatment("described", pairs="all"),
        "treatments.described.pairs: 'all' needs two players or more, and there is one; allowed: self",
    ),
    "unknown pairs": (
        FOURTH,
        change_treatment("league", pairs="every"),
        "treatments.league.pairs: 'every' is not allowed; known: self, all",
    ),
    "unknown rule about full boards": (
        FOURTH,
        change_treatment("full-board-draws", rule="drawn"),
        "treatments.full-board-draws.rule: 'drawn' is not allowed (did you mean 'draw'?); known: free, draw",
    ),
    "searches measured of who doesn't search": (
        FOURTH,
        change_treatment("league", measured=True),
        "treatments.league.measured: 'uct 30' does not search as the document does; allowed: players alphabeta",
    ),
    "searches measured of who prefers faster wins": (
        FOURTH,
        change_treatment("hurried", measured=True),
        "treatments.hurried.measured: 'document' does not search as the document does; allowed: players alphabeta",
    ),
    "negative size of a proof": (
        FOURTH,
        change_treatment("proved", prove=-1),
        "treatments.proved.prove: -1 is out of range; allowed: from 0 to 1,000,000,000 (time grows with it)",
    ),
    "board with an even edge": (
        FIFTH,
        change_treatment("5x5", board={"size": 4}),
        "treatments.5x5.board: size: 4 is even; allowed: odd sizes, so that there is a middle",
    ),
    "row longer than the edge": (
        FIFTH,
        change_treatment("3x3", need=4),
        "treatments.3x3.need: 4 in a row don't fit on a board of size 3; allowed: 1 to 3",
    ),
    "no cells thought of": (
        FIFTH,
        change_treatment("smarter", board={"name": "smarter", "limiter": 0}),
        "treatments.smarter.board.limiter: 0 is out of range; allowed: from 1 to 30",
    ),
    "random moves more often than always": (
        FIFTH,
        change_treatment("3x3", exploration=1.3),
        "treatments.3x3.exploration: 1.3 is out of range; allowed: from 0 to 1",
    ),
    "estimates of merged positions stored late": (
        FIFTH,
        change_treatment("3x3-unowned", storage="lazy"),
        "treatments.3x3-unowned.storage: lazy, but positions can share a key of kind 'unowned'",
    ),
    "no playouts": (
        FOURTH,
        change_treatment("league", players={"uct 30": {"name": "montecarlo", "playouts": 0}}),
        "treatments.league.players.uct 30.playouts: 0 is out of range; allowed: from 1 to 10,000,000",
    ),
    "times without a benchmark": (
        FOURTH,
        lambda settings: settings["benchmarks"].update({"first-times": settings["benchmarks"]["figure-1-times"]}),
        "benchmarks.first-times: tttcore/studies/osipa2017/benchmarks.py has no 'first_times' (did you mean 'figure_1",
    ),
    "unknown work to time": (
        FOURTH,
        lambda settings: settings["timings"]["first_move"].update(work="first_mov"),
        "timings.first_move.work: unknown work 'first_mov' (did you mean 'first_move'?)",
    ),
    "figure without a function": (
        STUDY,
        lambda settings: settings["figures"].update({"edcf-all": settings["figures"]["ecdf-all"]}),
        "figures.edcf-all: tttcore/studies/ancheta2020/figures.py has no 'edcf_all' (did you mean 'ecdf_all'?)",
    ),
    "name of players without their label": (
        FIFTH,
        lambda settings: settings.update(player="learner on {lable}"),
        "config/studies/mrugala2020.yaml: player: 'learner on {lable}' is not allowed; allowed: a text with {label}",
    ),
    "figure about a claim that isn't there": (
        STUDY,
        lambda settings: settings["figures"]["ecdf-all"].update(claims=["S0-C08", "S0-C099"]),
        "figures.ecdf-all.claims: unknown claim 'S0-C099' (did you mean 'S0-C09'?)",
    ),
    "times about a claim that isn't there": (
        FOURTH,
        lambda settings: settings["benchmarks"]["figure-1-times"].update(claims=["S3-F1"]),
        "benchmarks.figure-1-times.claims: unknown claim 'S3-F1' (did you mean 'S3-F01'?)",
    ),
    "null result of a claim that isn't there": (
        STUDY,
        lambda settings: settings["null_result"].update(claim="S0-C14"),
        "null_result.claim: unknown claim 'S0-C14' (did you mean 'S0-C14",
    ),
    "null result without a table": (
        STUDY,
        lambda settings: settings["null_result"].update(tables=["power", "anvoa"]),
        "null_result.tables: unknown table 'anvoa' (did you mean 'anova'?)",
    ),
    "null result of an unknown set": (
        STUDY,
        lambda settings: settings["null_result"].update(sets=["lsited"]),
        "null_result.sets: unknown set 'lsited' (did you mean 'listed'?)",
    ),
    "null result without a grid": (
        STUDY,
        lambda settings: settings["null_result"].pop("grid"),
        "null_result.grid: needs a value",
    ),
    "null result with a table that is no grid": (
        STUDY,
        lambda settings: settings["null_result"].update(grid="power"),
        "null_result.grid: unknown grid of power 'power' (did you mean 'power_grid'?); known: power_grid",
    ),
}


BY_THE_WORKFLOW = ("negative seed", "misspelt key in a treatment", "more sites than genes", "chance above one")


@pytest.fixture
def project(tmp_path) -> Project:
    """All studies with all their treatments."""
    return small_project(tmp_path, *SHRINK)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_one_clear_line(project, mistake, monkeypatch):
    file, change, message = MISTAKES[mistake]
    project.edit(file, change)
    monkeypatch.chdir(project.folder)
    with pytest.raises(ConfigError) as caught:
        checked_studies(project.config("config.yaml"))
    assert message in str(caught.value)
    assert str(caught.value).startswith("config/")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("mistake", BY_THE_WORKFLOW)
def test_the_workflow_says_it_and_leaves_results_alone(project, mistake):
    file, change, message = MISTAKES[mistake]
    project.edit(file, change)
    kept = project.folder / "results" / "kept.txt"
    kept.parent.mkdir()
    kept.write_text("untouched")
    result = project.snakemake("--dry-run")
    assert result.returncode != 0
    assert "Traceback" not in result.stderr
    assert [line for line in result.stderr.splitlines() if line.startswith("error: config/") and message in line]
    assert kept.read_text() == "untouched"
