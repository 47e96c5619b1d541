"""Outcomes of games, searches and their cost, on made-up games against loops, formulas and second packages."""

import math
from functools import partial
from itertools import pairwise, permutations, product

import numpy as np
import pandas as pd
import pingouin as pg
import pytest
from helpers.rows import agrees, keyed, mean, share, told
from helpers.texts import message
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from tttcore.games.position import CROSS_WON, DRAWN
from tttcore.pipeline.rng import stream
from tttcore.stats.intervals import noncentrality_interval
from tttcore.studies.osipa2017 import deepening as studied
from tttcore.studies.osipa2017 import outcomes
from tttcore.studies.osipa2017.deepening import A_LONG_GAME, HOW, LONG, NO_DRAW, OF_GAMES, SIGHTS, WATCHED
from tttcore.studies.osipa2017.outcomes import ALL, GREATEST, opening_classes, openings
from tttcore.studies.osipa2017.searches import COUNTS, _wilcoxon_p, pruning, shuffling, work_by_move


def played(games=400, treatment="plain"):
    rng = stream(0, "tests", "outcomes", treatment)
    moves = rng.integers(30, 54, games)
    asked = rng.random(games) < 0.5
    columns = {
        "treatment": treatment, "replicate": np.arange(games), "moves": moves.astype("int32"),
        "winner": rng.choice([1, 2, 0], games, p=[0.55, 0.4, 0.05]).astype("int8"),
        "opening": rng.integers(0, 81, games).astype("int8"),
        "missed": (rng.integers(0, 4, games) // 3).astype("int16"),
        "proved_from": np.where(asked, moves - rng.integers(0, 18, games), -1).astype("int8"),
        "proved": np.where(asked, rng.choice([1, 2, 0], games, p=[0.6, 0.35, 0.05]), -1).astype("int8"),
        "proof_nodes": rng.integers(10, 10000, games),
    }  # fmt: skip
    return pd.DataFrame(columns)


@pytest.fixture(scope="module")
def games():
    return pd.concat([played(), played(300, "other")], ignore_index=True)


@pytest.fixture(scope="module")
def tried(games):
    """Games, by treatment, of which a proof was tried."""
    return dict(iter(games[games["proved_from"] >= 0].groupby("treatment", sort=False)))


def test_lengths_and_ends(games):
    kinds = {"over 40": ("moves", range(41, 60)), "over 48": ("moves", range(49, 60)), "won by X": ("winner", [1])}
    kinds |= {"won by O": ("winner", [2]), "drawn": ("winner", [0]), "a win missed": ("missed", [1])}
    table = outcomes.game_lengths(games, beyond=[40, 48])
    for (treatment, quantity), row in keyed(table, treatment=["plain", "other"], quantity=["moves", *kinds]):
        own = games[games["treatment"] == treatment]
        if quantity == "moves":
            moves = sorted(own["moves"].tolist())
            agrees(row, mean=mean(moves), sd=np.std(moves, ddof=1), median=moves[(len(moves) - 1) // 2])
            agrees(row, n=len(own), minimum=min(moves), maximum=max(moves))
        else:
            column, values = kinds[quantity]
            agrees(row, n=len(own), mean=share(own[column].isin(values)), median=math.nan)


def test_proofs_by_ply(games, tried):
    for treatment, own in outcomes.proofs(games).groupby("treatment", sort=False):
        those = tried[treatment]
        assert 0 < len(those) < len(games[games["treatment"] == treatment])
        assert own["ply"].tolist() == [*range(those["moves"].max() + 1)]
        for row in own.to_dict("records"):
            going, proved = those[those["moves"] > row["ply"]], those["proved_from"] <= row["ply"]
            agrees(row, n=len(those), open=len(going), proved=share(proved))
            agrees(row, open_proved=share(going["proved_from"] <= row["ply"]) if len(going) else math.nan)
            agrees(row, won_by_x=share(those[proved]["proved"] == 1) if proved.any() else math.nan)
        assert own["proved"].iloc[-1] == 1


def test_how_early_games_are_proved(games, tried):
    for row, own in zip(outcomes.proof_summary(games).to_dict("records"), tried.values(), strict=True):
        plies, left = sorted(own["proved_from"]), sorted(own["moves"] - own["proved_from"])
        middle, below = (len(own) - 1) // 2, int(stats.binom.ppf(0.025, len(own), 0.5)) - 1
        agrees(row, treatment=own["treatment"].iloc[0], n=len(own), earliest=plies[0], latest=plies[-1])
        agrees(row, ply=[plies[place] for place in (middle, below, -1 - below)])
        agrees(row, before_end=left[middle], before_end_low=left[below], won_by_x=share(own["proved"] == 1))
        agrees(row, kept=share(own["proved"] == own["winner"]), nodes=np.mean(own["proof_nodes"].tolist()))


def test_openings_fall_into_fifteen_classes():
    """Turned and mirrored in coordinates, boards and cells at once."""
    groups = {opening: {opening} for opening in range(81)}
    for opening, turn in product(range(81), [lambda r, c: (c, 2 - r), lambda r, c: (r, 2 - c)]):
        board, cell = (turn(*divmod(place, 3)) for place in divmod(opening, 9))
        joined = groups[opening] | groups[(3 * board[0] + board[1]) * 9 + 3 * cell[0] + cell[1]]
        groups |= dict.fromkeys(joined, joined)
    firsts = opening_classes()
    assert len({*firsts.tolist()}) == 15
    assert firsts.tolist() == [min(groups[opening]) for opening in range(81)]


def test_openings_are_counted(games):
    """What the row of all tests is held to another package in `tests/unit/stats/test_recomputed.py`."""
    table, classes = openings(games), opening_classes()
    assert len(table) == 2 * (82 + 16)
    for row in table.to_dict("records"):
        own = games[games["treatment"] == row["treatment"]]
        kinds = own["opening"].to_numpy() if row["by"] == "opening" else classes[own["opening"]]
        if row["opening"] == ALL:
            won, df = own["winner"] == 1, len({*kinds}) - 1
            agrees(row, n=len(own), openings=81, df=df, won=won.mean())
            more = [max(row["statistic"] - df, 0), *noncentrality_interval(row["statistic"], df)]
            agrees(row, spread=[math.sqrt(each / len(own)) * won.std(ddof=0) for each in more])
            continue
        opening = (row["board"] - 1) * 9 + row["cell"] - 1
        winners = own["winner"][kinds == opening]
        agrees(row, opening=f"{row['board']:.0f}-{row['cell']:.0f}", n=len(winners), p=math.nan)
        agrees(row, openings=1 if row["by"] == "opening" else (classes == opening).sum())
        agrees(row, won=share(winners == 1) if len(winners) else math.nan)
        agrees(row, drawn=share(winners == 0) if len(winners) else math.nan)


def test_games_that_all_end_alike_are_no_test():
    table = openings(played().assign(winner=1))
    assert table[["p", "spread", "spread_high", *GREATEST]].isna().all(axis=None)
    assert openings(played().assign(opening=40))["p"].isna().all()


def test_the_greatest_distance_of_a_class(games):
    """Simultaneous intervals of all distances, one by one."""
    own = games[games["treatment"] == "plain"]
    won, classes = own["winner"] == 1, opening_classes()[own["opening"]]
    names, ends = np.unique(classes), []
    for inside in (won[classes == name] for name in names):
        error = math.sqrt(won.var(ddof=0) * (1 / len(inside) - 1 / len(own)))
        reach = stats.norm.ppf(1 - 0.05 / 2 / len(names)) * error
        distance = abs(inside.mean() - won.mean())
        ends.append((distance, max(distance - reach, 0), distance + reach))
    row = openings(games).set_index(["treatment", "by", "opening"]).loc[("plain", "class", ALL)]
    assert row[[*GREATEST]].tolist() == pytest.approx(np.max(ends, axis=0).tolist())


def streams(_, treatment, depth):
    return stream(3, "tests", "searches", treatment, depth)


def made(games=8, steps=40, treatment="plain", turn=30):
    """Games of a treatment whose searches go deeper after a step."""
    rng = stream(0, "tests", "searches", treatment)
    step = np.concatenate([np.arange(steps + game % 5) for game in range(games)])
    nodes, cut = (rng.integers(low, 100, len(step)) for low in (5, 1))
    cut *= rng.integers(0, 3, len(step))
    columns = {
        "treatment": treatment, "replicate": np.cumsum(step == 0) - 1, "step": step, "nodes": nodes, "cut": cut,
        "depth": np.select([step == 0, step <= turn], [1, 3], 4), "leaves": nodes - nodes // 3,
        "ends": rng.integers(0, 4, len(step)), "unpruned": nodes + cut, "ordered": nodes // 2 + 1,
        "in_order": np.maximum(1, nodes + rng.integers(-4, 7, len(step))),
    }  # fmt: skip
    return pd.DataFrame(columns)


@pytest.fixture(scope="module")
def traces():
    return pd.concat([made(), made(games=7, treatment="other", turn=10)], ignore_index=True)


ROWS = [(treatment, depth) for treatment in ("plain", "other") for depth in ("1", "3", "4", ALL)] + [(ALL, ALL)]


def checked_rows(table, traces):
    """Each row of a table with the moves that it is about."""
    for row, (treatment, depth) in zip(table.to_dict("records"), ROWS, strict=True):
        own = traces if treatment == ALL else traces[traces["treatment"] == treatment]
        own = own if depth == ALL else own[own["depth"].astype(str) == depth]
        games = len(own.groupby(["treatment", "replicate"]))
        agrees(row, treatment=treatment, depth=depth, moves=len(own), games=games)
        yield row, own


def test_what_pruning_saves_is_counted(traces):
    for row, own in checked_rows(pruning(traces, streams, resamples=100), traces):
        sums = own[["nodes", "unpruned", "cut", "leaves", "ends"]].sum()
        agrees(row, fewer=(own["nodes"] < own["unpruned"]).sum(), equal=(own["nodes"] == own["unpruned"]).sum())
        agrees(row, **{name: sums[name] / len(own) for name in ("nodes", "unpruned", "cut")}, larger=0)
        agrees(row, saved=row["unpruned"] - row["nodes"], ratio=sums["unpruned"] / sums["nodes"])
        agrees(row, ends=sums["ends"] / sums["leaves"])
        assert row["ratio_low"] < row["ratio"] < row["ratio_high"]
        assert row["ends_low"] < row["ends"] < row["ends_high"]


def test_moves_that_pruning_makes_larger_are_told(traces):
    worse = traces.assign(unpruned=traces["nodes"] - (traces["step"] == 5))
    table = pruning(worse, streams, resamples=100).set_index(["treatment", "depth"])
    assert table.loc[("plain", ALL), ["fewer", "equal", "larger"]].tolist() == [0, len(made()) - 8, 8]


def test_the_interval_is_a_bootstrap_over_games(traces):
    """Another way to redraw games, by how often each comes, agrees up to the chance of resampling."""
    table = pruning(traces, streams, resamples=4000).set_index(["treatment", "depth"])
    own = traces[(traces["treatment"] == "plain") & (traces["depth"] == 3)]
    games = own.groupby("replicate")[["unpruned", "nodes"]].sum().to_numpy()
    rng = np.random.default_rng(5)
    drawn = rng.multinomial(len(games), np.full(len(games), 1 / len(games)), size=4000) @ games
    low, high = np.quantile(drawn[:, 0] / drawn[:, 1], [0.025, 0.975])
    found = table.loc[("plain", "3"), ["ratio_low", "ratio_high"]].tolist()
    assert found == pytest.approx([low, high], abs=0.05 * (high - low))


def test_no_row_depends_on_another(traces):
    whole = pruning(traces, streams, resamples=100)
    alone = pruning(traces[traces["treatment"] == "other"], streams, resamples=100)
    pd.testing.assert_frame_equal(whole[4:8].reset_index(drop=True), alone[:4])


def test_a_single_game_has_no_interval(snapshot):
    one = made(games=1, steps=3, turn=1)
    tables = pruning(one, streams, resamples=100), shuffling(one, streams, resamples=100), work_by_move(one)
    assert "\n\n".join(map(told, tables)) == snapshot


def test_work_of_each_move(traces):
    table = work_by_move(traces)
    for (treatment, step), row in keyed(table, treatment=["plain", "other"], step=range(44)):
        own = traces[(traces["treatment"] == treatment) & (traces["step"] == step)]
        own = own.assign(saved=own["unpruned"] - own["nodes"])
        ends = {name: mean(own[name]) if len(own) > 1 else own[name].item() for name in COUNTS}
        agrees(row, n=len(own), depth=own["depth"].iloc[0], **ends)


def test_gains_of_shuffling(traces):
    table = shuffling(traces, streams, resamples=100)
    for row, own in checked_rows(table, traces):
        signs = np.sign(own["in_order"] - own["nodes"]).tolist()
        agrees(row, better=signs.count(1), equal=signs.count(0), worse=signs.count(-1))
        agrees(row, total=sum(own["in_order"]) / sum(own["nodes"]))
        assert row["total_low"] < row["total"] < row["total_high"]
        ratios = (own["in_order"] / own["nodes"]).groupby([own["treatment"], own["replicate"]])
        means = [math.log(stats.gmean(game)) for _, game in ratios]
        p = pg.wilcoxon(means, np.zeros(len(means))).iloc[0]["p_val"]
        agrees(row, gain=np.exp(mean(means)).tolist(), p=p)
    assert table["p_holm"].tolist() == pytest.approx(multipletests(table["p"], method="holm")[1].tolist())


def test_shuffling_that_halves_the_work_gains_two_and_without_a_change_there_is_no_test():
    for factor in (2, 1):
        table = shuffling(made().assign(in_order=lambda own, by=factor: by * own["nodes"]), streams, resamples=100)
        names = ["gain", "gain_low", "gain_high", "total", "total_low", "total_high"]
        assert table[names].to_numpy() == pytest.approx(factor)
        assert table["equal" if factor == 1 else "better"].tolist() == table["moves"].tolist()
        assert factor == 1 or table["p"].tolist() == pytest.approx([2 / 2**8] * 5)
    assert table["p"].isna().all() or (table["p"] == 1).all()


def test_ties_of_games_do_not_depend_on_the_last_digit():
    logs = pd.Series([0.1, -0.1, 0.3, -0.3, 0.3, 0.2, 0.0, 0.7])
    p = _wilcoxon_p(logs)
    for last_digits in stream(0, "tests", "last digits").uniform(-1e-15, 1e-15, (8, len(logs))):
        assert _wilcoxon_p(logs + last_digits) == p


WORK = ["nodes", "unpruned", "leaves", "ends"]
STEPS = pd.DataFrame({
    "step": range(6), "depth": [1, 3, 3, 3, 4, 4], "value": [0, 0, 6, -60, 60, -60], "nodes": [81, 10, 9, 8, 20, 4],
    "unpruned": [81, 30, 25, 20, 100, 8], "leaves": [81, 8, 6, 6, 10, 2], "ends": [0, 0, 2, 3, 6, 1],
})  # fmt: skip
"""Searches of a game; they go deeper after step 3."""


def of_factors(*factors):
    """Rows of games, each a factor for its work; the second half of them end a step earlier."""
    games = []
    for game, factor in enumerate(factors):
        own = STEPS.assign(treatment="deeper", replicate=game + 5, **{name: factor * STEPS[name] for name in WORK})
        games.append(own[:-1] if game >= len(factors) / 2 else own)
    return pd.concat(games, ignore_index=True)


def deepened(searches, *, resamples=100):
    rng = partial(stream, 0, "tests")
    table = studied.deepening(searches, rng, treatment="deeper", last=3, resamples=resamples)
    assert dict(zip(table["fact"], table["how"], strict=True)) == {**HOW, **OF_GAMES}
    return table.set_index("fact")


def test_facts_of_games_that_are_alike():
    table = deepened(of_factors(1, 1), resamples=200)
    before, after = (10 + 9 + 8) / 3, (2 * 20 + 4) / 3
    facts = {
        **dict.fromkeys(["busiest", "unsaved_before", "unsaved_after", "games_unsaved", "games_first_largest"], 0),
        **{"busiest_unpruned": 4, "first_over_later": 10 / 20, "first_two_over_later": 9 / 20, "after_over_first": 2},
        **{"after_over_last": 20 / 8, "after_over_before": after / before, "jump": 80 / 12},
        "saved_after_over_before": ((2 * 80 + 4) / 3) / ((20 + 16 + 12) / 3),
        "pruned_after_over_unpruned_before": after / 25,
        **{"ends_before": 5 / 20, "ends_after": 13 / 22, "nothing_before": 1 / 3, "settled_at_first": 1},
    }
    assert table["value"].to_dict() == pytest.approx(facts)
    assert (table["value_low"] <= table["value"]).all()
    assert (table["value"] <= table["value_high"]).all()


def _unsaved():
    rows = of_factors(1, 1)
    same = rows["step"].isin([2, 4]) & (rows["replicate"] == 5) | (rows["step"] == 0)
    return rows.assign(unpruned=rows["unpruned"].mask(same, rows["nodes"]))


def _largest():
    """The first search of one game is larger than all later ones, and that of another as large."""
    rows = of_factors(1, 1, 1, 1)
    first = rows["step"] == 1
    return rows.assign(nodes=rows["nodes"].mask(first, rows["replicate"].map({5: 21, 6: 20, 7: 10, 8: 10})))


@pytest.mark.parametrize(
    ("rows", "facts"),
    [
        (of_factors(1, 3), {"after_over_first": 2, "first_two_over_later": 9 / 20}),  # games weigh by their work
        (of_factors(1, 1).query("step <= 3"), {"jump": math.nan, "busiest": 0}),  # they end before searches go deeper
        (_unsaved(), {"unsaved_before": 1 / 6, "unsaved_after": 1 / 3, "games_unsaved": 1 / 2}),
        (_largest(), {"games_first_largest": 1 / 4}),
        (of_factors(1, 1).replace({"depth": 1}, 3), {"after_over_first": 20 / 81, "first_two_over_later": 10 / 20}),
    ],
)
def test_facts_of_games_that_differ(rows, facts):
    assert deepened(rows)["value"][[*facts]].to_dict() == pytest.approx(facts, nan_ok=True)


def test_intervals_of_deepening():
    """They hold what differs between games; a factor of a whole game falls out of a ratio. Those of proportions of
    games are Clopper's and Pearson's; a single game has no others."""
    games = of_factors(*stream(0, "tests", "factors").uniform(0.5, 2, 60))
    table = deepened(games)
    spread = table["value_high"] - table["value_low"]
    assert spread["jump"] == pytest.approx(0, abs=1e-12)
    assert spread["saved_after_over_before"] > 0
    assert deepened(games).equals(table)
    ends = deepened(of_factors(*[1] * 10)).loc[[*OF_GAMES], ["value_low", "value_high"]].to_numpy()
    assert ends == pytest.approx(np.array([proportion_confint(0, 10, method="beta")] * 2))
    single = deepened(of_factors(1))
    assert single["value"].notna().all()
    assert single.loc[[*HOW], ["value_low", "value_high"]].isna().all(axis=None)


def of_two_players(shallow=(100, 80, 120, 100), deep=((400, 300, 200, 90, 110, 50),) * 3):
    """Games whose first search takes `shallow` positions, and those of a deeper player from step 1 on."""
    rows = [("shallow", game, *own) for game, nodes in enumerate(shallow) for own in ((0, 1, 81), (1, 3, nodes))]
    rows += [("deep", game, 0, 1, 81) for game in range(len(deep))]
    rows += [("deep", game, step, 4, nodes) for game, own in enumerate(deep) for step, nodes in enumerate(own, 1)]
    return pd.DataFrame(rows, columns=["treatment", "replicate", "step", "depth", "nodes"])


def fitted(searches, **options):
    asked = {"treatment": "shallow", "deeper": "deep", "depth": 4, "resamples": 200} | options
    table = studied.depth_fits(searches, lambda *_: stream(0, "tests", "depth fits"), **asked)
    assert table["how"].tolist() == [*studied.HOW_IT_FITS.values()]
    return table.set_index("fact")


def test_the_first_step_that_takes_no_more(snapshot):
    """Games count as far as they get; a single one has no interval; as much is no more; means of 150 and 40; never."""
    falling = ((400, 300), (400, 300, 150, 90), (400, 300, 40, 210))
    asked = {}, {"shallow": (100,)}, {"shallow": (200, 200)}, {"deep": falling}, {"deep": ((400, 300), (200, 101))}
    tables = [fitted(of_two_players(**games)).reset_index().drop(columns="how") for games in asked]
    assert "\n\n".join(map(told, tables)) == snapshot


def test_the_step_is_a_bootstrap_over_games():
    """Redrawn game by game, in a loop, it is the same up to the chance of resampling."""
    rng = stream(1, "tests", "depth fits")
    shallow = rng.integers(80, 120, 40)
    deep = [(300 - 20 * np.arange(14) + rng.integers(-60, 60, 14)).tolist() for _ in range(40)]
    row = fitted(of_two_players(shallow, deep), resamples=4000).loc["fits_from"]
    again = []
    for _ in range(1000):
        limit = rng.choice(shallow, 40).mean()
        means = np.mean([deep[game] for game in rng.integers(0, 40, 40)], axis=0)
        again.append(1 + int((means <= limit).argmax()))
    low, high = np.quantile(again, [0.025, 0.975], method="inverted_cdf")
    assert [row["value_low"], row["value_high"]] == pytest.approx([low, high], abs=1)
    assert row["value_low"] <= row["value"] <= row["value_high"]


def test_treatments_without_such_searches(snapshot):
    rows, players = of_factors(1, 1), of_two_players()
    told = [message(deepened, rows.assign(treatment="other")), message(deepened, rows.assign(depth=1))]
    told += [message(fitted, players, treatment="none"), message(fitted, players, depth=5)]
    assert "\n".join(told) == snapshot


TURN = 6
"""Last step before searches go deeper."""


def random_games(count):
    """Positions with pruning and without, of games of different lengths whose work falls and jumps after `TURN`."""
    rng = stream(0, "tests", "two games")
    for _ in range(count):
        steps = int(rng.integers(TURN - 1, TURN + 7))
        course = np.array([50 - 4 * step if step <= TURN else 70 - 4 * step for step in range(steps)])
        nodes = 5 + course + rng.integers(0, 12, steps)
        yield nodes.tolist(), (nodes + rng.integers(0, 90, steps)).tolist()


def looked_at(nodes, unpruned):
    """What a figure of two lists shows, from the first search on."""
    together = [*zip(nodes[1:], unpruned[1:], strict=False)]
    spans = slice(1, TURN + 1), slice(TURN + 1, None)
    before, after = (np.mean(unpruned[span] or [math.nan]) - np.mean(nodes[span] or [math.nan]) for span in spans)
    jump = [without - own for own, without in together[TURN - 1 : TURN + 1]]
    return {
        "saves twice as much at once": len(jump) == 2 and jump[1] > 0 and jump[1] >= 2 * jump[0],
        "always less": all(a < b for a, b in together),
        "saves more after": after > before,
        "saves twice as much after": after > 0 and after >= 2 * before,
    }


def by_itself(nodes):
    later = nodes[3:]
    falls = len({*later}) > 1 and stats.spearmanr(range(len(later)), later).statistic < 0
    unsteady = any(b > a for a, b in pairwise(later))
    return {"first two highest": min(nodes[1:3]) >= max(later), "falls, not steadily": falls and unsteady}


def seen(games, *, drawn=0, long=0):
    """The table of games, the first move of which isn't searched."""
    winners = [DRAWN] * drawn + [CROSS_WON] * (len(games) - drawn)
    moves = [LONG] * long + [LONG - 1] * (len(games) - long)
    runs = pd.DataFrame({"treatment": "plain", "winner": winners, "moves": moves})
    searches = []
    for game, (nodes, unpruned) in enumerate(games):
        step = np.arange(len(nodes))
        own = pd.DataFrame({"treatment": "plain", "replicate": game, "step": step, "nodes": nodes})
        searches.append(own.assign(depth=np.select([step == 0, step <= TURN], [1, 3], 4), unpruned=unpruned))
    table = studied.two_games(runs, pd.concat(searches), treatments=["plain"], last=TURN)
    assert table["fact"].tolist() == [*SIGHTS, NO_DRAW, A_LONG_GAME]
    assert (table["games"] == len(games)).all()
    return table.set_index("fact")


@pytest.mark.filterwarnings("ignore:Mean of empty slice")
def test_all_pairs_are_looked_at():
    """The document's games are further ones of ours, and every pair with one of them shows what it reports."""
    games = [*random_games(25)]
    table = seen(games)
    pairs = pd.DataFrame([looked_at(a[0], b[1]) for a, b in permutations(games, 2)])
    alone = pd.DataFrame([by_itself(nodes) for nodes, _ in games])
    assert {*pairs, *alone} == {*SIGHTS}
    for which, ours, further in ((pairs, 25 * 24, 27 * 26), (alone, 25, 26)):
        for name, counted in which.sum().items():
            shown, not_shown = ((each + further - ours) / further for each in (counted, ours - counted))
            least = min(shown, not_shown)
            agrees(table.loc[name], share=counted / ours, chance=shown if shown < not_shown else 1)
            agrees(table.loc[name], chance_least=least, wrong=least if least < 0.05 else 0)
    assert table["share"].between(0.02, 0.98).sum() >= 5


@pytest.mark.parametrize("found", [0, 1, 3])
def test_chances_of_no_draw_and_of_a_long_game(found):
    """By counting: places of all such games among ours and the document's, or of one more that it saw."""
    count = 60
    table = seen([*random_games(count)], drawn=found, long=found)
    unseen = [math.comb(count, games) / math.comb(count + WATCHED, games) for games in (found, found + 1)]
    none, some = unseen[0], 1 - unseen[1]
    share = (1 - found / count) ** WATCHED
    for name, shown, not_shown, seen_in in ((NO_DRAW, none, some, share), (A_LONG_GAME, some, none, 1 - share)):
        chance = shown if shown < not_shown else 1
        agrees(table.loc[name], share=seen_in, chance=chance, chance_least=min(none, some))


def test_what_is_always_or_never_shown(snapshot):
    """Games that end before searches go deeper show no difference after; one game is no pair."""
    falling = [81, *range(40, 40 - TURN, -1), 90, 80], [81, *range(60, 60 - TURN, -1), 190, 180]
    short = [81, 9, 8, 7, 9], [81, 20, 20, 20, 20]
    tables = [seen(games).reset_index() for games in ([falling] * 50, [short, short], [*random_games(1)])]
    assert "\n\n".join(told(table.drop(columns="how", errors="ignore")) for table in tables) == snapshot
