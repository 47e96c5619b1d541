"""Class leagues: results of all pairs, ranking with ties, cycles; files of a folder that are players, and others."""

import os
import re

import numpy as np
import oracles_entered as oracles
import pytest
from helpers.entrants import chances_of, made_up
from helpers.texts import message

from tttcore.classroom.class_folder import players_in
from tttcore.classroom.class_league import cycles, enter_folder, play_class
from tttcore.classroom.entrant import NOT_ASKED, exact_entrant
from tttcore.games.classic import enumerate_states, free_cells
from tttcore.pipeline.rng import stream
from tttcore.players.policy import cells_of_rule, game, uniform_policy
from tttcore.processes.limits import Limits

FIRST_FREE = "def move(board, player): return board.index('.')\n"


def by_rule(name, rule):
    return exact_entrant(name, "rule", (0, 1), uniform_policy(cells_of_rule(rule)))


@pytest.fixture(scope="module")
def few():
    """Four players: three of any chances, the last one of one seat; and one that plays like the first."""
    rng = stream(1, "entered", "class")
    players = [made_up(name, rng, cells=2, seats=seats) for name, seats in (("b", (0, 1)), ("c", (0, 1)), ("d", (0,)))]
    return [*players, exact_entrant("a", "table", (0, 1), players[0].policy)]


def test_scores_are_means_over_all_games(few):
    league = play_class(few)
    players = {each.name: each for each in few}
    for row in league["players"]:
        games = []
        for other in (each for each in few if each.name != row["player"]):
            own = players[row["player"]]
            if 0 in own.seats and 1 in other.seats:
                games.append(oracles.chances(chances_of(own), chances_of(other)))
            if 1 in own.seats and 0 in other.seats:
                games.append(oracles.chances(chances_of(other), chances_of(own))[::-1])
        assert row["games"] == len(games) == (3 if row["player"] == "d" else 5)
        won, drawn, lost = (float(sum(game[at] for game in games) / len(games)) for at in range(3))
        assert [row["won"], row["drawn"], row["lost"]] == pytest.approx([won, drawn, lost], abs=1e-12)
        assert row["score"] == row["score_low"] == row["score_high"] == pytest.approx(won + drawn / 2, abs=1e-12)


def test_equal_players_share_a_rank_and_pairs_are_mutual(few):
    """The order of players changes nothing; pairs that haven't played, as both have one seat, have no results."""
    league = play_class(few)
    assert play_class(few[::-1]) == league
    ranks = {row["player"]: row["rank"] for row in league["players"]}
    names = [*ranks]
    assert [*ranks.values()] == sorted(ranks.values())
    assert (min(ranks.values()), ranks["a"], names.index("a") + 1) == (1, ranks["b"], names.index("b"))
    pairs = np.array(league["pairs"], float)
    np.fill_diagonal(pairs, 0.5)
    assert pairs + pairs.T == pytest.approx(1)
    assert (np.array(league["beats"]) == (pairs > 0.5)).all()
    assert [row[names.index("d")] for row in league["matrix"]] == [None] * len(names)


def test_too_few_players(few):
    first = [made_up(name, stream(1, name), seats=(0,)) for name in "ab"]
    for players in (few[:1], first):
        assert message(play_class, players) == "no two players can meet; allowed: at least one for each seat"


def test_intervals_of_estimated_players_grow_with_few_answers():
    """Of the score by as much as chances of both sides are estimated; a pair within its interval beats nobody."""
    widths = []
    for calls in (25, 100, 0):
        rng = stream(1, "entered", "class intervals")
        players = [made_up(name, rng, calls=calls) for name in "abc"]
        rows = play_class(players)["players"]
        widths.append([row["score_high"] - row["score_low"] for row in sorted(rows, key=lambda row: row["player"])])
    few, many, none = np.array(widths)
    assert few == pytest.approx(many * (99 / 24) ** 0.5, rel=1e-9)
    assert (many > 0).all()
    assert (none == 0).all()


def test_the_variance_of_scores_is_that_of_simulated_leagues(several):
    rng = stream(1, "entered", "class simulated")
    calls = 50
    players = [made_up(name, rng, calls=calls) for name in "abc"]
    told = {row["player"]: row["score_high"] - row["score_low"] for row in play_class(players)["players"]}
    scores = {name: [] for name in told}
    for _ in range(several(60, without_jit=2)):
        again = []
        for each in players:
            policy, asked = np.zeros_like(each.policy), np.flatnonzero(each.calls)
            policy[asked] = rng.multinomial(calls, each.policy[asked]) / calls
            again.append(exact_entrant(each.name, "table", (0, 1), policy))
        for row in play_class(again)["players"]:
            scores[row["player"]].append(row["score"])
    if len(scores["a"]) > 50:
        for name, width in told.items():
            assert 2 * 1.96 * np.std(scores[name]) == pytest.approx(width, rel=0.25)


@pytest.mark.parametrize("chance", [0.1, 0.3, 0.5])
def test_cycles_of_three(chance):
    rng = stream(1, "entered", "cycles", int(10 * chance))
    for _ in range(20):
        above = np.triu(rng.random((8, 8)) < chance, 1)
        beats = above | np.triu(rng.random((8, 8)) < chance, 1).T & ~above.T
        found = cycles(beats)
        assert [cycle for cycle in found if len(cycle) == 3] == oracles.three_cycles(beats)
        for cycle in found:
            assert all(beats[one, other] for one, other in zip(cycle, (*cycle[1:], cycle[0]), strict=True))
            assert cycle[0] == min(cycle)


def test_longer_cycles_none_and_those_of_a_league_by_name():
    beats = np.zeros((7, 7), bool)
    for one, other in [(1, 3), (3, 5), (5, 2), (2, 1), (0, 1), (6, 0)]:
        beats[one, other] = True
    assert cycles(beats) == [(1, 3, 5, 2)]
    beats[2, 1] = False
    assert cycles(beats) == []
    rng = stream(3, "entered", "rock paper scissors")
    league = play_class([made_up(f"p{at}", rng, cells=1) for at in range(8)])
    names = [row["player"] for row in league["players"]]
    assert league["cycles"] == [[names[at] for at in cycle] for cycle in cycles(np.array(league["beats"]))] != []


def test_a_broken_player_does_not_stop_the_others(tmp_path, snapshot):
    texts = {
        "a.py": FIRST_FREE, "b.py": "def move(board, player:", "c.json": "[", "helper.py": "LINES = []\n",
        "e.command": "no-such-program {seat}", "g.csv": "board,cells\n.........,4\n", "notes.txt": "none",
        "d.py": "def move(board, player): return 9", ".hidden.py": "none",
    }  # fmt: skip
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "f.csv").write_bytes(b"\xff")
    entrants, skipped = enter_folder(tmp_path, Limits(seconds=120, all_seconds=6000))
    assert [each.name for each in entrants] == ["a", "d", "g"]
    assert "\n".join(f"{each.file}: {each.reason.partition(': ')[0]}" for each in skipped) == snapshot
    (last,) = (row for row in play_class(entrants)["players"] if row["player"] == "d")
    assert (last["rank"], last["score"]) == (3, 0)


def test_players_that_hang_share_the_time(tmp_path):
    for name in "abcd":
        (tmp_path / f"{name}.py").write_text("while True: pass", encoding="utf-8")
    told = message(enter_folder, tmp_path, Limits(seconds=60, all_seconds=1))
    reason = "can't be loaded: isn't loaded in time (--all-seconds gives more)"
    assert ": players: 0; allowed: two or more, as files that end in " in told
    assert told.endswith("".join(f"; {name}.py: {reason}" for name in "abcd"))


def unasked_after_first_move(name):
    """Player whose time was over after its first moves: first free cells."""
    policy = uniform_policy(cells_of_rule(lambda board: free_cells(board)[:1]))
    late = np.flatnonzero(np.count_nonzero(enumerate_states().positions, axis=1) > 1).tolist()
    policy[late] = 0
    return exact_entrant(name, "Python file", (0, 1), policy, dict.fromkeys(late, NOT_ASKED))


def test_unasked_positions_are_missing_from_nothing():
    """Nothing is known of a player's second move, so that any result may be: of its own, of its opponent, and ranks."""
    quick = by_rule("quick", lambda board: free_cells(board)[:1])
    league = play_class([quick, unasked_after_first_move("slow")])
    for row in league["players"]:
        assert (row["score_low"], row["score_high"]) == (0, 1)
        assert (row["rank_low"], row["rank_high"]) == (1, 2)
    for name in ("matrix", "pairs"):
        assert [league[f"{name}_low"][0][1], league[f"{name}_high"][0][1]] == [0, 1]
    assert not np.any(league["beats"])
    assert [row["unasked"] > 0 for row in league["players"]] == [row["player"] == "slow" for row in league["players"]]


def test_results_that_no_unasked_position_changes_are_exact():
    """A pair whose games don't come there, and the other seat of a player that was late in one."""
    careful, other = (by_rule(name, lambda board, at=at: [free_cells(board)[at]]) for name, at in (("c", -1), ("o", 0)))
    late, own = unasked_after_first_move("late"), (game(dead=False).seat == 0)[:, None]
    faults = {place: reason for place, reason in late.faults.items() if not own[place]}
    policy = np.where(own, other.policy, late.policy)
    league = play_class([careful, other, exact_entrant("late", "Python file", (0, 1), policy, faults)])
    names = [row["player"] for row in league["players"]]
    last, rows = names.index("late"), [names.index("c"), names.index("o")]
    low, high = np.array(league["matrix_low"], float), np.array(league["matrix_high"], float)
    assert (low[last, rows] == high[last, rows]).all()
    assert (low[rows, last] < high[rows, last]).all()
    assert low[rows[0], rows[1]] == high[rows[0], rows[1]]


def test_an_interval_of_a_score_holds_every_way_to_go_on():
    """Of players whose unasked moves are made up, all scores of all players are within, and some reach far."""
    rng = stream(5, "entered", "ways")
    whole = [made_up(name, rng, cells=2) for name in "abc"]
    cut = np.flatnonzero(np.arange(len(whole[0].policy)) % 5 == 3).tolist()
    policy = whole[0].policy.copy()
    policy[cut] = 0
    late = exact_entrant("a", "x", (0, 1), policy, dict.fromkeys(cut, NOT_ASKED))
    told = {row["player"]: row for row in play_class([late, *whole[1:]])["players"]}
    for _ in range(5):
        policy[cut] = made_up("a", rng, cells=1).policy[cut]
        bare = np.array(cut)[~policy[cut].any(axis=1)]
        policy[bare] = uniform_policy(game(dead=False).successors >= 0)[bare]
        for row in play_class([exact_entrant("a", "x", (0, 1), policy), *whole[1:]])["players"]:
            held = told[row["player"]]
            assert held["score_low"] - 1e-12 <= row["score"] <= held["score_high"] + 1e-12
            assert held["rank_low"] <= row["rank"] <= held["rank_high"]


@pytest.fixture
def folder(tmp_path):
    """`folder(name, ...)`: a folder with such files, all of the same player."""

    def made(*names):
        for name in names:
            path = tmp_path / "class" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(FIRST_FREE, encoding="utf-8")
        return tmp_path / "class"

    return made


def test_players_of_a_folder_and_what_is_told_of_the_others(folder, snapshot):
    """A folder for each player, too, as platforms for learning hand them out, with whatever else was in there."""
    names = (
        "anna/player.py anna/helpers.py ben/bot.py ben/notes.txt carl.json b.ipynb _c.py d.txt e/x.py e/y.py f/read.me"
    )
    made = folder(*names.split(), ".g.py", "_i/player.py", "__pycache__/h.py")
    (made / "loop.py").symlink_to(made / "loop.py")
    (made / "gone.json").symlink_to(made / "nothing")
    (made / "zero.csv").symlink_to("/dev/zero")
    (made / "large.json").touch()
    os.truncate(made / "large.json", 200 * 2**30)
    os.mkfifo(made / "pipe.py")
    (made / "dir.py").mkdir()
    found, skipped = players_in(made)
    players = [f"{name}: {path.relative_to(made)}" for name, path in found.items()]
    assert "\n".join(players + [f"  {each.file}: {each.reason}" for each in skipped]) == snapshot
    for path in (made / "anna", made / "ben"):
        path.rename(path.with_name(f".{path.name}"))
    told = r": players: 1; allowed: two or more, as files that end in .*; d.txt: no kind of player"
    assert re.search(told, message(enter_folder, made, Limits()))


@pytest.mark.parametrize(("names", "taken", "other"), [
    (("bot.py", "bot.json"), "bot.py", "bot.json"),
    (("BOT.py", "bot.py"), "BOT.py", "bot.py"),
    (("bot/player.py", "bot.csv"), "bot.csv", "bot"),
    (("a.b/player.py", "a.b.py"), "a.b.py", "a.b"),
])  # fmt: skip
def test_of_two_players_of_one_name_the_first_is_taken(folder, names, taken, other):
    found, (told,) = players_in(folder(*names))
    assert [str(path.relative_to(folder())) for path in found.values()] == [taken]
    assert vars(told) == {"file": other, "reason": f"{taken} has the same name and is taken; allowed: one of a name"}
