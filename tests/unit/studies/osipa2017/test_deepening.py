"""Cost of deeper searches, when they fit, and figures of two games, on made-up counts with known answers."""

import math
import re
from itertools import pairwise, permutations

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from tttcore.games.position import CROSS_WON, DRAWN
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.studies.osipa2017.deepening import (
    A_LONG_GAME,
    HOW,
    HOW_IT_FITS,
    LONG,
    NO_DRAW,
    OF_GAMES,
    SIGHTS,
    WATCHED,
    _chances,
    deepening,
    depth_fits,
    two_games,
)

LAST = 3
NODES = [81, 10, 9, 8, 20, 4]
UNPRUNED = [81, 30, 25, 20, 100, 8]
DEPTHS = [1, 3, 3, 3, 4, 4]
LEAVES = [81, 8, 6, 6, 10, 2]
ENDS = [0, 0, 2, 3, 6, 1]
COUNTS = (NODES, UNPRUNED, LEAVES, ENDS)
VALUES = [0, 0, 6, -60, 60, -60]


def of_factors(*games):
    """Rows of games, each a factor for its work; the second half of them end a step earlier."""
    rows = []
    for game, factor in enumerate(games):
        steps = len(NODES) - (game >= len(games) / 2)
        rows += [
            (game + 5, step, DEPTHS[step], VALUES[step], *(factor * counts[step] for counts in COUNTS))
            for step in range(steps)
        ]
    columns = ["replicate", "step", "depth", "value", "nodes", "unpruned", "leaves", "ends"]
    return pd.DataFrame(rows, columns=columns).assign(treatment="deeper")


def deepened(searches, *, resamples):
    return deepening(
        searches, lambda *_: stream(0, "tests", "deepening"), treatment="deeper", last=LAST, resamples=resamples
    )


def facts(*games):
    table = deepened(of_factors(*games), resamples=200)
    assert table["fact"].tolist() == [*HOW, *OF_GAMES]
    assert table["how"].tolist() == [*HOW.values(), *OF_GAMES.values()]
    return table.set_index("fact")


def test_facts_of_games_that_are_alike():
    table = facts(1, 1)
    assert table["value"].to_dict() == {
        "busiest": 0,
        "busiest_unpruned": 4,
        "first_over_later": 10 / 20,
        "first_two_over_later": 9 / 20,
        "after_over_first": 2,
        "after_over_last": 20 / 8,
        "after_over_before": pytest.approx(((2 * 20 + 4) / 3) / ((10 + 9 + 8) / 3)),
        "jump": 80 / 12,
        "saved_after_over_before": pytest.approx(((2 * 80 + 4) / 3) / ((20 + 16 + 12) / 3)),
        "pruned_after_over_unpruned_before": pytest.approx(((2 * 20 + 4) / 3) / 25),
        "unsaved_before": 0,
        "unsaved_after": 0,
        "ends_before": 5 / 20,
        "ends_after": pytest.approx((2 * 6 + 1) / (2 * 10 + 2)),
        "nothing_before": 1 / 3,
        "settled_at_first": 1,
        "games_unsaved": 0,
        "games_first_largest": 0,
    }
    assert (table["value_low"] <= table["value"]).all()
    assert (table["value"] <= table["value_high"]).all()


def test_games_weigh_by_what_they_look_at():
    """A mean over two games is that of one game with the mean of their work, as far as both get."""
    assert facts(1, 3)["value"]["after_over_first"] == facts(2, 2)["value"]["after_over_first"]
    assert facts(1, 3)["value"]["first_two_over_later"] == 9 / 20


def test_intervals_hold_what_differs_between_games():
    games = stream(0, "tests", "factors").uniform(0.5, 2, 60)
    table = facts(*games)
    spread = table["value_high"] - table["value_low"]
    assert spread["jump"] == pytest.approx(0, abs=1e-12)  # a factor of the whole game falls out of a ratio
    assert spread["saved_after_over_before"] > 0
    assert facts(*games).equals(table)


def test_a_single_game_has_no_intervals():
    table = facts(1)
    assert table["value"].notna().all()
    assert table.loc[[*HOW], ["value_low", "value_high"]].isna().all(axis=None)


def test_games_that_end_before_searches_go_deeper():
    short = of_factors(1, 1).query("step <= @LAST")
    table = deepened(short, resamples=100).set_index("fact")
    assert np.isnan(table["value"]["jump"])
    assert table["value"]["busiest"] == 0


def test_searches_that_pruning_does_not_help_are_counted():
    rows = of_factors(1, 1)
    later = rows["step"].isin([2, 4]) & (rows["replicate"] == 5)
    rows.loc[later | (rows["step"] == 0), "unpruned"] = rows["nodes"]
    values = deepened(rows, resamples=100).set_index("fact")["value"]
    assert values[["unsaved_before", "unsaved_after"]].tolist() == pytest.approx([1 / 6, 1 / 3])
    assert values["games_unsaved"] == 0.5


def test_games_whose_first_search_is_the_largest_are_counted():
    rows = of_factors(1, 1, 1, 1)
    rows.loc[(rows["step"] == 1) & (rows["replicate"] == 5), "nodes"] = 21
    rows.loc[(rows["step"] == 1) & (rows["replicate"] == 6), "nodes"] = 20  # as many as at step 4
    assert deepened(rows, resamples=100).set_index("fact")["value"]["games_first_largest"] == 1 / 4


def test_of_games_without_such_a_search_there_may_still_be_one():
    """The upper end of none of so many games is that of Clopper and Pearson."""
    table = facts(*[1] * 10)
    ends = table.loc[[*OF_GAMES], ["value_low", "value_high"]].to_numpy()
    assert ends == pytest.approx(np.array([proportion_confint(0, 10, method="beta")] * 2))


def test_the_first_search_may_be_the_first_step():
    table = deepened(of_factors(1, 1).replace({"depth": 1}, 3), resamples=100)
    values = table.set_index("fact")["value"]
    assert values["after_over_first"] == 20 / 81
    assert values["first_two_over_later"] == 10 / 20


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"treatment": "other"}, "treatment: 'deeper' has no measured searches; set its measured to true"),
        ({"depth": 1}, "treatment: 'deeper' looks no further than one ply; needs deeper searches"),
    ],
)
def test_treatments_whose_searches_never_go_deeper_are_told(change, message):
    with pytest.raises(ConfigError, match=f"^{re.escape(message)}$"):
        deepened(of_factors(1, 1).assign(**change), resamples=100)


def of_two_players(shallow=(100, 80, 120, 100), deep=((400, 300, 200, 90, 110, 50),) * 3):
    """Games whose first search takes `shallow` positions, and those of a deeper player from step 1 on."""
    rows = [("shallow", game, step, 3 if step else 1, nodes if step else 81) for game, nodes in enumerate(shallow)
            for step in (0, 1)]  # fmt: skip
    rows += [("deep", game, 0, 1, 81) for game in range(len(deep))]
    rows += [("deep", game, step, 4, nodes) for game, own in enumerate(deep) for step, nodes in enumerate(own, 1)]
    return pd.DataFrame(rows, columns=["treatment", "replicate", "step", "depth", "nodes"])


def fitted(searches, **options):
    asked = {"treatment": "shallow", "deeper": "deep", "depth": 4, "resamples": 200} | options
    table = depth_fits(searches, lambda *_: stream(0, "tests", "depth fits"), **asked)
    assert table["how"].tolist() == [*HOW_IT_FITS.values()]
    return table.set_index("fact")


def test_the_first_step_that_takes_no_more():
    table = fitted(of_two_players())
    assert table["value"].to_dict() == {"allowed": 100, "fits_from": 4}
    assert table.loc["fits_from", ["value_low", "value_high"]].isin([3, 4, 6]).all()
    assert table.loc["allowed", "value_low"] < 100 < table.loc["allowed", "value_high"]


@pytest.mark.parametrize(
    ("games", "step"),
    [
        ({"shallow": (200, 200)}, 3),  # as much is no more
        ({"deep": ((400, 300), (400, 300, 150, 90), (400, 300, 40, 210))}, 3),  # mean of 150 and 40
        ({"deep": ((400, 300), (200, 101))}, math.nan),  # never
    ],
)
def test_games_count_as_far_as_they_get(games, step):
    row = fitted(of_two_players(**games)).loc["fits_from", ["value", "value_low", "value_high"]].astype(float)
    assert row["value"] == pytest.approx(step, nan_ok=True)
    assert row.isna().all() == math.isnan(step)


def test_a_single_game_has_no_interval():
    table = fitted(of_two_players(shallow=(100,)))
    assert table.loc["fits_from", "value"] == 4
    assert table[["value_low", "value_high"]].isna().all(axis=None)


def test_the_interval_is_a_bootstrap_over_games():
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


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"treatment": "none"}, "treatment: 'none' has no measured searches beyond one ply"),
        ({"depth": 5}, "deeper: 'deep' has no measured searches to depth 5"),
    ],
)
def test_treatments_without_such_searches(options, message):
    with pytest.raises(ConfigError, match=f"^{re.escape(message)}$"):
        fitted(of_two_players(), **options)


TURN = 6


def of_lists(*games):
    """Rows of games, each two lists: positions with pruning and without; the first move isn't searched."""
    rows = [
        ("plain", game, step, 1 if step == 0 else 3 if step <= TURN else 4, nodes, unpruned)
        for game, lists in enumerate(games)
        for step, (nodes, unpruned) in enumerate(zip(*lists, strict=True))
    ]
    return pd.DataFrame(rows, columns=["treatment", "replicate", "step", "depth", "nodes", "unpruned"])


def random_games(count, *, seed=0):
    """Games of different lengths whose work falls and jumps after `TURN`."""
    rng = stream(seed, "tests", "two games")
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
    varied = len({*later}) > 1
    return {
        "first two highest": min(nodes[1:3]) >= max(later),
        "falls, not steadily": varied
        and stats.spearmanr(range(len(later)), later).statistic < 0
        and any(b > a for a, b in pairwise(later)),
    }


def seen(games, *, drawn=0, long=0):
    winners = [DRAWN] * drawn + [CROSS_WON] * (len(games) - drawn)
    moves = [LONG] * long + [LONG - 1] * (len(games) - long)
    runs = pd.DataFrame({"treatment": "plain", "winner": winners, "moves": moves})
    table = two_games(runs, of_lists(*games), treatments=["plain"], last=TURN)
    assert table["fact"].tolist() == [*SIGHTS, NO_DRAW, A_LONG_GAME]
    assert (table["games"] == len(games)).all()
    return table.set_index("fact")


@pytest.mark.filterwarnings("ignore:Mean of empty slice")
def test_all_pairs_are_looked_at():
    games = [*random_games(25)]
    table = seen(games)
    pairs = [looked_at(a[0], b[1]) for a, b in permutations(games, 2)]
    for name in pairs[0]:
        assert table.loc[name, "share"] == pytest.approx(np.mean([pair[name] for pair in pairs]))
    alone = [by_itself(nodes) for nodes, _ in games]
    for name in alone[0]:
        assert table.loc[name, "share"] == pytest.approx(np.mean([each[name] for each in alone]))
    assert table["share"].between(0.02, 0.98).sum() >= 5


def test_chances_of_what_is_shown_or_not():
    """The document's games are further ones of ours, and every pair with one of them shows what it reports."""
    count = 25
    table = seen([*random_games(count)])
    for name in SIGHTS:
        row, alone = table.loc[name], name in by_itself([81, 9, 8, 7, 9])
        ours = count if alone else len([*permutations(range(count), 2)])
        further = count + 1 if alone else len([*permutations(range(count + 2), 2)])
        shown, not_shown = (
            min(1, (round(each * ours) + further - ours) / further) for each in (row["share"], 1 - row["share"])
        )
        assert row["chance"] == pytest.approx(shown if shown < not_shown else 1)
        assert row["chance_least"] == pytest.approx(min(shown, not_shown))
        assert row["wrong"] == (row["chance_least"] if row["chance_least"] < 0.05 else 0)


@pytest.mark.parametrize("true_share", [0.01, 0.03, 0.05, 0.1])
@pytest.mark.parametrize("games", [30, 100, 1000])
def test_a_document_is_rarely_said_to_differ(games, true_share):
    """Over all numbers of our games that show something, with chances of the binomial distribution."""
    shown = np.arange(games + 1)
    told = (shown + 1) / (games + 1) < 0.05
    assert true_share * stats.binom(games, true_share).pmf(shown)[told].sum() <= 0.05


@pytest.mark.parametrize(("true_share", "limit"), [(0.02, 1.8), (0.045, 1.7), (0.08, 1.6)])
def test_a_pair_of_a_document_is_rarely_said_to_differ(true_share, limit):
    """Games are numbers from 0 to 1, and a pair shows something if its sum is large, which is rare."""
    assert true_share == pytest.approx((2 - limit) ** 2 / 2)
    rng, games, told = stream(0, "tests", "pairs"), 40, []
    for _ in range(3000):
        ours, document = rng.uniform(size=games), rng.uniform(size=2)
        share = (ours[:, None] + ours > limit)[~np.eye(games, dtype=bool)].mean()
        told.append(document.sum() > limit and _chances(share, games * (games - 1), 4 * games + 2)["chance"] < 0.05)
    assert np.mean(told) <= 0.05


@pytest.mark.parametrize("found", [0, 1, 3])
def test_chances_of_no_draw_and_of_a_long_game(found):
    """By counting: places of all such games among ours and the document's, or of one more that it saw."""
    count = 60
    table = seen([*random_games(count)], drawn=found, long=found)

    def unseen(games):
        return math.comb(count, games) / math.comb(count + WATCHED, games)

    none, some = unseen(found), 1 - unseen(found + 1)
    row = table.loc[NO_DRAW]
    assert row["share"] == pytest.approx((1 - found / count) ** WATCHED)
    assert row["chance"] == pytest.approx(none if none < some else 1)
    assert row["chance_least"] == pytest.approx(min(none, some))
    row = table.loc[A_LONG_GAME]
    assert row["share"] == pytest.approx(1 - (1 - found / count) ** WATCHED)
    assert row["chance"] == pytest.approx(some if some < none else 1)
    assert row["chance_least"] == pytest.approx(min(none, some))


def test_what_is_always_or_never_shown():
    falling = [81, *range(40, 40 - TURN, -1), 90, 80], [81, *range(60, 60 - TURN, -1), 190, 180]
    table = seen([falling] * 50)
    always = ["always less", "saves more after", "saves twice as much after"]
    assert table.loc[always, "chance"].tolist() == [1, 1, 1]
    assert table.loc[always, "chance_least"].tolist() == pytest.approx([202 / (52 * 51)] * 3)
    assert table.loc["first two highest", ["share", "chance"]].tolist() == [0, 1 / 51]


def test_games_that_end_before_searches_go_deeper_show_no_difference():
    short = [81, 9, 8, 7, 9], [81, 20, 20, 20, 20]
    table = seen([short, short])
    assert table.loc["saves more after", "share"] == 0
    assert table.loc["always less", "share"] == 1


def test_one_game_is_no_pair():
    table = seen([*random_games(1)])
    assert table.loc[["always less", "saves more after"], ["share", "chance", "chance_least"]].isna().all(axis=None)
    assert table.loc["first two highest", "share"] in (0, 1)
