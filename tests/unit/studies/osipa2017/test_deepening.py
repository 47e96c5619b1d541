"""Costs of deeper searches, and what a reader of few games sees, against loops and second packages."""

import math
from functools import partial
from itertools import pairwise, permutations

import numpy as np
import pandas as pd
import pytest
from helpers.rows import agrees, told
from helpers.texts import message
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from tttcore.games.position import CROSS_WON, DRAWN
from tttcore.pipeline.rng import stream
from tttcore.studies.osipa2017 import deepening as studied
from tttcore.studies.osipa2017.deepening import A_LONG_GAME, HOW, LONG, NO_DRAW, OF_GAMES, SIGHTS, WATCHED

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
