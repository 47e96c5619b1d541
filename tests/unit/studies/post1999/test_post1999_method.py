"""Facts about the method, work and laws of growth, against references, second packages and counts by hand."""

import math
from functools import cache, partial
from math import comb

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from helpers.project import ROOT
from helpers.rows import agrees
from helpers.texts import message
from reference import lattice

from tttcore.engines.genies import reference
from tttcore.engines.genies.players.linear import EVALUATE, Player
from tttcore.engines.genies.reference import play
from tttcore.engines.study_files import read_study
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.rng import stream
from tttcore.studies.post1999 import method_tables as module
from tttcore.studies.post1999.brute_force import centre, count_by_combinations, wins_from
from tttcore.studies.post1999.growth import SCALES, WORK, growth_laws, laws, resampled_fits, work
from tttcore.studies.post1999.method import CAPTIONS, method_facts, method_tables
from tttcore.studies.post1999.method_tables import AVERAGES, ceilings, no_draw_expectation, simulated_ceiling

SAMPLED = {"random_uniformity_p": (1e-6, 1), "up_and_down_p": (1e-6, 1), "looks_saved": (10, 100)}
SAMPLED |= {f"changed_share_{rate}": (0.98 * rate / 150, 1.02 * rate / 150) for rate in (20, 10)}
"""Facts that depend on what is drawn, with their limits; two thirds of mutations change a gene."""


@pytest.fixture(scope="module")
def recipes():
    return read_study(ROOT / "config/studies/post1999.yaml").recipes


@pytest.fixture(scope="module")
def facts(recipes):
    return method_facts(recipes, None, seed=1).set_index("fact")


@pytest.mark.parametrize(("edge", "dimensions"), [(2, 2), (3, 2), (4, 2), (2, 3), (3, 3), (2, 4), (5, 1)])
def test_combinations_are_all_tried(edge, dimensions):
    lines, tried = count_by_combinations(Hypercube(edge, dimensions))
    assert tried == comb(edge**dimensions, edge)
    assert lines == len(lattice.lines(edge, dimensions))


def test_facts(facts, snapshot):
    exact = facts.drop(index=[*SAMPLED])
    assert "\n".join(f"{row.Index}: {row.value:.9g} {row.text}".rstrip() for row in exact.itertuples()) == snapshot
    least, greatest = zip(*SAMPLED.values(), strict=True)
    assert facts.loc[[*SAMPLED], "value"].between([*least], [*greatest]).all()
    assert facts.loc["combinations", "value"] == comb(256, 4)


@pytest.fixture
def brief(monkeypatch):
    """Fewer generations of a simulated family."""
    return lambda generations: monkeypatch.setattr(module, "GENERATIONS", generations)


def test_many_games_come_to_the_expectation(brief):
    brief(200)
    assert no_draw_expectation(1, 9) == pytest.approx(100 * (1 / 9) + 101)
    assert no_draw_expectation(5, 5) == pytest.approx(100 * (5 / 9) + 101)
    averages = simulated_ceiling(5, 5, 3000, stream(0, "tests", "ceiling"))
    assert averages["before"] == pytest.approx(np.full(20, no_draw_expectation(5, 5)), abs=1)
    assert (averages["without"] > averages["before"]).all()
    assert averages["with newborn"] == pytest.approx((4 * averages["without"] + 101) / 5)


def slow_ceiling(static, evolving, games, rng):
    """Game by game with the reference: averages over 2,000 generations before and after the worst one dies."""
    genies = [reference.Genie(Player(EVALUATE)) for _ in range(static + evolving)]
    before, without = [], []
    for _ in range(2000):
        for genie in genies:
            genie.halve()
        for _ in range(games):
            a, b = rng.choice(len(genies), 2, replace=False)
            if (a < static) == (b < static):
                a, b = rng.permutation([a, b])
            elif a < static:
                a, b = b, a
            genies[a].wins += 1
            genies[b].losses += 1
        family = genies[static:]
        scores = [reference.life_score(each.wins, each.losses, 0) for each in family]
        before.append(np.mean(scores))
        without.append((sum(scores) - min(scores)) / (evolving - 1))
        worst = family[scores.index(min(scores))]
        worst.wins = worst.losses = 0
    return {"before": np.mean(before), "without": np.mean(without)}


def test_ceilings_are_those_of_single_games(brief):
    brief(1000)
    rng = stream(0, "tests", "ceilings")
    table = ceilings([(1, 4), (2, 2)], [6, 20], rng)
    assert len(table) == 2 * 2 * len(AVERAGES)
    found = table.set_index(["static", "evolving", "games", "average"])["value"]
    for asked in ((1, 4, 6), (2, 2, 20)):
        for average, value in slow_ceiling(*asked, rng).items():
            assert found[*asked, average] == pytest.approx(value, abs=1.5)
    assert (table["value_low"] < table["value"]).all()
    assert (table["value"] < table["value_high"]).all()


@cache
def wins_by_minimax(size, first, second):
    """True if the first player completes a line, by plain minimax over everything, from sets of marks."""
    for own, won in ((first, True), (second, False)):
        if any(own >= set(line) for line in lattice.lines(*size)):
            return won
    free = {*range(size[0] ** size[1])} - first - second
    if len(first) > len(second):
        return bool(free) and all(wins_by_minimax(size, first, second | {cell}) for cell in free)
    return any(wins_by_minimax(size, first | {cell}, second) for cell in free)


@pytest.mark.parametrize("size", [(2, 2), (3, 2), (2, 3), (4, 1)])
def test_exact_search_is_minimax(size):
    board = Hypercube(*size)
    for cell in range(board.cells):
        assert wins_from(board, cell)[0] == wins_by_minimax(size, frozenset([cell]), frozenset())


def test_the_centre_wins_beyond_two_dimensions():
    """It is known that the first player wins 3x3x3 from the centre; on 3x3 nobody can."""
    assert wins_from(Hypercube(3, 3), centre(Hypercube(3, 3))) == (True, 177)
    assert not wins_from(Hypercube(3, 2), centre(Hypercube(3, 2)))[0]


def test_boards_and_parameters(recipes, brief):
    brief(10)
    tables = method_tables(recipes, None, seed=1)
    assert tables.keys() == CAPTIONS.keys()
    boards, parameters = tables["boards"], tables["parameters"].set_index("treatment")
    assert not boards.duplicated().any()
    for row in boards.itertuples():
        cells = row.edge**row.dimensions
        lines = ((row.edge + 2) ** row.dimensions - cells) // 2
        assert (row.lines, row.cells, row.corner_lines) == (lines, cells, 2**row.dimensions - 1)
    assert parameters["generations"].to_dict() == {name: recipe["generations"] for name, recipe in recipes.items()}
    assert parameters.loc["cube", ["score", "static"]].tolist() == ["halved (division real)", "count 1, strategy 3"]
    assert np.isfinite(parameters["edge"]).all()


STREAMS = partial(stream, 0, "tests", "scaling")
SIZES = {(4, 2): "edge", (3, 3): "dimensions", (4, 3): "dimensions"}


def counted(edge, dimensions, rng):
    """Moves, winner, lines touched and looked at of a game that the reference plays."""
    genes, through = rng.integers(0, 10, (2, 2 * edge)).tolist(), lattice.lines_through(edge, dimensions)
    winner, moves = play(Hypercube(edge, dimensions), *(Player(EVALUATE, own) for own in genes))
    moves = moves[: lattice.hopeless_after(edge, dimensions, moves)]
    looked = [len(through[cell]) for turn in range(len(moves)) for cell in set(range(len(through))) - set(moves[:turn])]
    return len(moves), winner, sum(len(through[cell]) for cell in moves), sum(looked)


def test_work_is_the_twins():
    table = work(STREAMS, boards={"edge": [(4, 2)], "dimensions": [(3, 3), (4, 3)]}, games=4)
    expected = []
    for size, series in SIZES.items():
        rng, x = STREAMS("work", *map(str, size)), size[0 if series == "edge" else 1]
        cells, lines = len(lattice.cells(*size)), len(lattice.lines(*size))
        expected += [(*size, cells, lines, game, *counted(*size, rng), series, x) for game in range(4)]
    assert list(table[[*WORK]].itertuples(index=False, name=None)) == expected
    fewer = work(STREAMS, boards={"dimensions": [(4, 3)]}, games=2)
    pd.testing.assert_frame_equal(fewer, table[8:10].reset_index(drop=True))


def drawn(series, x, y):
    return pd.DataFrame({"series": series, "x": x, "y": y})


def test_laws_agree_with_statsmodels():
    rng = np.random.default_rng(1)
    x = np.repeat([4.0, 5, 6, 8, 15, 40], 5)
    tables = {name: drawn(name, x, x**power * rng.lognormal(0, 0.4, x.size)) for name, power in (("z", 2), ("a", 5))}
    found = growth_laws(pd.concat(tables.values()), "y")
    assert list(zip(found["series"], found["law"], strict=True)) == [(name, law) for name in tables for law in SCALES]
    for row in found.itertuples():
        own = tables[row.series]
        model = sm.OLS(np.log(own["y"]), sm.add_constant(np.log(x) if row.law == "power" else x)).fit()
        intercept, slope = model.params
        ends = [*model.conf_int().to_numpy()[1]]
        agrees(row._asdict(), n=x.size, intercept=intercept, slope=[slope, *ends], r2=model.rsquared)


def as_table(series, x, logs):
    """Rows in any order from logarithms (sizes, games)."""
    return drawn(series, np.repeat(x, logs.shape[1]), np.exp(logs).ravel()).sample(frac=1, random_state=1)


def pooled(logs):
    return np.sqrt(logs.var(axis=-1, ddof=1).mean(axis=-1))


def test_spreads_against_games_redrawn():
    """Too small on average when games are redrawn; also the ratio of one series to the first."""
    rng, places = np.random.default_rng(6), np.arange(3)[:, None]
    logs = {name: rng.normal(places, spread, (3, 8)) for name, spread in (("b", 0.2), ("a", 0.6))}
    table = pd.concat(as_table(name, [1.0, 2, 4], own) for name, own in logs.items())
    found, fits = resampled_fits(table, "y", rng), growth_laws(table, "y")
    redrawn = {name: pooled(own[places, rng.integers(0, 8, (2000, 3, 8))]) for name, own in logs.items()}
    assert list(zip(found["series"], found["law"], strict=True)) == [(name, law) for name in logs for law in SCALES]
    for row, fit in zip(found.itertuples(), fits.itertuples(), strict=True):
        assert fit.spread == pytest.approx(pooled(logs[row.series]))
        ends = np.quantile(redrawn[row.series] * math.sqrt(8 / 7), [0.025, 0.975])
        assert [row.spread_low, row.spread_high] == pytest.approx(ends, rel=0.06)
        assert row.spread_low < fit.spread < row.spread_high
    assert found["spread_ratio"][:2].isna().all()
    assert found["spread_ratio"][2:].tolist() == pytest.approx([pooled(logs["a"]) / pooled(logs["b"])] * 2)
    ends = np.quantile(redrawn["a"] / redrawn["b"], [0.025, 0.975])
    assert found.loc[2, ["spread_ratio_low", "spread_ratio_high"]].tolist() == pytest.approx(ends, rel=0.1)


def left_out(x, logs, scale):
    """Share of the variance of (sizes, games) logarithms' means that fits without each size predict, one by one."""
    missed = []
    for place, size in enumerate(x):
        others = np.delete(np.arange(len(x)), place)
        fit = np.polynomial.Polynomial.fit(np.repeat(scale(x[others]), logs.shape[1]), logs[others].ravel(), 1)
        missed.append(logs[place].mean() - fit(scale(size)))
    return 1 - np.mean(np.square(missed)) / logs.mean(axis=1).var()


def test_sizes_that_are_left_out_one_by_one():
    rng = np.random.default_rng(4)
    x = np.array([4.0, 5, 6, 8, 15])
    logs = np.log(x[:, None] ** 3 * rng.lognormal(0, 0.3, (5, 6)))
    found = resampled_fits(as_table("a", x, logs), "y", np.random.default_rng(5)).set_index("law")
    second = {law: left_out(x, logs, scale) for law, scale in SCALES.items()}
    more = second["power"] - second["exponential"]
    assert found["predicted"].to_dict() == pytest.approx(second)
    assert found["more"].to_dict() == pytest.approx({"exponential": -more, "power": more})
    chosen = rng.integers(0, 6, (400, 5, 6))  # the same games for both laws
    redrawn = [logs[np.arange(5)[:, None], games] for games in chosen]
    both = {law: np.array([left_out(x, each, scale) for each in redrawn]) for law, scale in SCALES.items()}
    for name, values in (("predicted", both["power"]), ("more", both["power"] - both["exponential"])):
        low, high = found.loc["power", [f"{name}_low", f"{name}_high"]]
        assert [low, high] == pytest.approx(np.quantile(values, [0.025, 0.975]).tolist(), abs=(high - low) / 5)


def test_spread_is_that_within_sizes():
    """Twice e times e^-1, e^0, e^1: standard deviation 1, however the sizes differ."""
    x = np.repeat([1.0, 2, 4], 3)
    table = drawn("a", x, np.repeat([5.0, 900, 3], 3) * np.tile(np.exp([-1, 0, 1]), 3))
    uneven = table.drop([1, 3, 5])  # -1 and 1; 0 alone; all three
    expected = [1, math.sqrt((2 + 0 + 2) / (1 + 0 + 2)), math.nan]
    for own, spread in zip((table, uneven, table[::3]), expected, strict=True):
        assert growth_laws(own, "y")["spread"].tolist() == pytest.approx([spread] * 2, nan_ok=True)


def test_too_few_sizes():
    few = pd.concat([drawn("a", [1, 2, 3], 1), drawn("b", [1, 2, 2], 1)])
    assert message(growth_laws, few, "y") == "series b: x has fewer than 3 different values, too few to fit"


def test_laws_of_both_players_with_their_intervals():
    played = work(STREAMS, boards={"dimensions": [(3, 1), (3, 2), (3, 3)]}, games=5)
    table = laws(played, STREAMS)
    for player, column in (("incremental", "touched"), ("recount", "looked")):
        own = table[table["counted"] == player].drop(columns="counted").reset_index(drop=True)
        fits, ends = growth_laws(played, column), resampled_fits(played, column, STREAMS("laws", player))
        pd.testing.assert_frame_equal(own, pd.concat([fits, ends.drop(columns=["series", "law"])], axis=1))
