"""Sessions whose list of positions is never cleared, against the reference changed as listed."""

import pytest
from helpers.tabular_learners import learners, recipe_of, words
from scipy import stats

from tttcore.engines.tabular.recipe import AS_DESCRIBED
from tttcore.engines.tabular.reference import SelfPlay
from tttcore.studies.mrugala2020 import never_cleared as studied
from tttcore.studies.mrugala2020.never_cleared import never_cleared, session

GAMES = 150


class Hoarder(SelfPlay):
    """Feeds rewards as listed: the list of states isn't cleared."""

    updates = 0

    def feed_rewards(self, winner):
        kept = [list(player.remembered) for player in self.players.values()]
        super().feed_rewards(winner)
        for player, states in zip(self.players.values(), kept, strict=True):
            player.remembered += states
            self.updates += len(states)


@pytest.mark.parametrize("target", ["moving", "fixed"])
def test_never_cleared_as_listed(target):
    for word in (7, 2**60 + 3):
        hoarder = Hoarder(recipe_of(target=target), words(word))
        told = hoarder.train(GAMES)
        tally, updates = session({**AS_DESCRIBED, "target": target}, words(word), games=GAMES, cleared=False)
        assert tally.tolist() == [*told[:3]]
        assert updates == hoarder.updates


@pytest.mark.parametrize("change", [{}, {"target": "fixed"}, {"step": 0.5, "exploration": 0.1}])
def test_cleared_sessions_are_those_of_the_engine(change):
    recipe = {**AS_DESCRIBED, **change}
    word, told = words(11), learners(change, word=11).train(2000)
    tally, updates = session(recipe, word, games=2000, cleared=True)
    assert tally.tolist() == [*told[:3]]
    assert updates == told.marks
    assert word.tolist() == [11]


def test_the_table(monkeypatch):
    monkeypatch.setattr(studied, "GAMES", 200)
    table = never_cleared(AS_DESCRIBED, seed=1).set_index("history")
    assert [*table.index] == ["cleared", "never cleared"]
    assert (table["n"] == studied.SESSIONS).all()
    cleared, kept = (table.loc[history] for history in table.index)
    assert cleared[["difference", "difference_low", "difference_high"]].tolist() == [0, 0, 0]
    assert kept["difference"] == pytest.approx(kept["share"] - cleared["share"])
    assert kept["updates"] > 50 * cleared["updates"]
    words = [studied.stream(1, "sessions never cleared", each).bit_generator.random_raw(1) for each in range(10)]
    won = {
        history: [session(AS_DESCRIBED, word, games=200, cleared=history == "cleared")[0][0] / 200 for word in words]
        for history in table.index
    }
    paired = stats.ttest_rel(won["never cleared"], won["cleared"]).confidence_interval()
    assert kept[["difference_low", "difference_high"]].tolist() == pytest.approx([paired.low, paired.high])
    assert table.equals(never_cleared(AS_DESCRIBED, seed=1).set_index("history"))
