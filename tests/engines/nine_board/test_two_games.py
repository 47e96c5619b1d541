"""Figures of two games, against loops over all pairs of made-up games and known answers."""

import math
from itertools import pairwise, permutations

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from tttcore.engines.nine_board.stats.two_games import HOW, two_games
from tttcore.pipeline.rng import stream

LAST = 6


def traces(*games):
    """Rows of games, each two lists: positions with pruning and without; the first move isn't searched."""
    rows = [
        ("plain", game, step, 1 if step == 0 else 3 if step <= LAST else 4, nodes, unpruned)
        for game, lists in enumerate(games)
        for step, (nodes, unpruned) in enumerate(zip(*lists, strict=True))
    ]
    return pd.DataFrame(rows, columns=["treatment", "replicate", "step", "depth", "nodes", "unpruned"])


def drawn(count, *, seed=0):
    """Games of different lengths whose work falls and jumps after `LAST`."""
    rng = stream(seed, "tests", "two games")
    for _ in range(count):
        steps = int(rng.integers(LAST - 1, LAST + 7))
        course = np.array([50 - 4 * step if step <= LAST else 70 - 4 * step for step in range(steps)])
        nodes = 5 + course + rng.integers(0, 12, steps)
        yield nodes.tolist(), (nodes + rng.integers(0, 90, steps)).tolist()


def looked_at(nodes, unpruned):
    """What a figure of two lists shows, from the first search on."""
    together = [*zip(nodes[1:], unpruned[1:], strict=False)]
    spans = slice(1, LAST + 1), slice(LAST + 1, None)
    before, after = (np.mean(unpruned[span] or [math.nan]) - np.mean(nodes[span] or [math.nan]) for span in spans)
    jump = [without - own for own, without in together[LAST - 1 : LAST + 1]]
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


def shares(games):
    table = two_games(traces(*games), treatments=["plain"], last=LAST)
    assert table["fact"].tolist() == [*HOW]
    assert (table["games"] == len(games)).all()
    return table.set_index("fact")


@pytest.mark.filterwarnings("ignore:Mean of empty slice")
def test_all_pairs_are_looked_at():
    games = [*drawn(25)]
    table = shares(games)
    pairs = [looked_at(a[0], b[1]) for a, b in permutations(games, 2)]
    for name in pairs[0]:
        assert table.loc[name, "share"] == pytest.approx(np.mean([pair[name] for pair in pairs]))
    alone = [by_itself(nodes) for nodes, _ in games]
    for name in alone[0]:
        assert table.loc[name, "share"] == pytest.approx(np.mean([each[name] for each in alone]))
    assert table["share"].between(0.02, 0.98).sum() >= 5


def test_chances_of_what_is_shown_or_not():
    table = shares([*drawn(25)])
    for row in table.itertuples():
        outcomes = [row.share, 1 - row.share]
        assert row.chance == pytest.approx(sum(each for each in outcomes if each <= row.share))
        assert row.chance_least == pytest.approx(min(outcomes))
        assert row.wrong == pytest.approx(sum(each for each in outcomes if each < 0.05))


def test_what_is_always_or_never_shown():
    falling = [81, *range(40, 40 - LAST, -1), 90, 80], [81, *range(60, 60 - LAST, -1), 190, 180]
    table = shares([falling, falling])
    assert table.loc[["always less", "saves more after", "saves twice as much after"], "chance"].tolist() == [1, 1, 1]
    assert table.loc["first two highest", ["share", "chance", "chance_least"]].tolist() == [0, 0, 0]


def test_games_that_end_before_searches_go_deeper_show_no_difference():
    short = [81, 9, 8, 7, 9], [81, 20, 20, 20, 20]
    table = shares([short, short])
    assert table.loc["saves more after", "share"] == 0
    assert table.loc["always less", "share"] == 1


def test_one_game_is_no_pair():
    table = shares([*drawn(1)])
    assert table.loc[["always less", "saves more after"], ["share", "chance", "chance_least"]].isna().all(axis=None)
    assert table.loc["first two highest", "share"] in (0, 1)
