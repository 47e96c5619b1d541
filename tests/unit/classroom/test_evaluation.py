"""Evaluations of entered players, compared with what the league of 3x3 says about the same ones, and their exact games,
compared with plain recursion over boards in exact fractions."""

import json
from dataclasses import replace
from itertools import product

import numpy as np
import oracles_entered as oracles
import pandas as pd
import pytest
from helpers.entrants import chances_of, made_up, of_rules
from helpers.texts import message

from tttcore.classroom.entrant import NOT_ASKED, Side, exact_entrant, positions_to_meet, stored_entrant
from tttcore.classroom.evaluation import evaluate
from tttcore.classroom.field import Field, read_field
from tttcore.classroom.playing import meet, point_gradient, sampling_variance
from tttcore.games.board_text import board_texts
from tttcore.games.classic import enumerate_states, free_cells, solve
from tttcore.games.position import SEATS
from tttcore.league.evaluation import evaluate_players
from tttcore.league.matches import matrix, play_round_robin
from tttcore.league.ranking import player_scores
from tttcore.pipeline.rng import stream
from tttcore.pipeline.store import write
from tttcore.players.agent_registry import baseline_agents
from tttcore.players.agent_table import AGENTS, AgentId, agent_row
from tttcore.players.exact_results import propagate, reply_values
from tttcore.players.policy import game, uniform_policy


@pytest.fixture(scope="module")
def field(tmp_path_factory):
    """Fixed rules, and two treatments of made-up ones."""
    house = read_field(tmp_path_factory.mktemp("no results")).players
    rules = of_rules(first=lambda board: free_cells(board)[:1], last=lambda board: free_cells(board)[-1:])
    return Field([*house, *rules])


@pytest.fixture(scope="module")
def judged(field):
    """Evaluations of all players of the field as if they were entered, and the league's tables about them."""
    found = {
        each.agent: evaluate(exact_entrant(each.agent, "stored", each.seats, each.policy), field)
        for each in field.players
    }
    played = play_round_robin(field.players)
    table = evaluate_players(field.players).merge(player_scores(played), on=["agent", "seat"])
    return found, table, matrix(played)


def test_evaluations_say_what_the_league_says(judged, field):
    """An entered copy ties with itself and is most like itself; an evaluation is an object of JSON."""
    found, table, groups = judged
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    for row in table.to_dict("records"):
        seat = found[row["agent"]]["seats"][row["seat"]]
        rank, against = seat["rank"], {each["opponent"]: each for each in seat["baselines"]}
        assert rank["score"] == rank["score_low"] == rank["score_high"] == pytest.approx(row["score"], abs=1e-12)
        assert (rank["rank"], rank["players"]) == (row["rank"], (table["seat"] == row["seat"]).sum() + 1)
        assert seat["decisions"] == row["decisions"]
        assert (
            seat["decisions"] - seat["as_perfect"] == row["errors"] == len({each["board"] for each in seat["blunders"]})
        )
        assert seat["best_reply"]["points"] == pytest.approx((1 + row["reply_value"]) / 2, abs=1e-12)
        for opponent, key in product(("perfect", "random"), ("won", "drawn", "lost")):
            assert against[opponent][key] == pytest.approx(row[f"{opponent}_{key}"], abs=1e-12)
    one = field.players[-1]
    rows = groups[groups["first"] == one.group].set_index("second")
    for row in found[one.agent]["seats"]["first"]["treatments"]:
        for key in ("won", "drawn", "lost", "score"):
            assert row[key] == pytest.approx(rows.loc[row["opponent"], key], abs=1e-12)
    for player, seat in [(each, seat) for each in field.players for seat in found[each.agent]["seats"].values()]:
        own = next(row for row in seat["resembles"] if row["group"] == player.group)
        assert own["share"] == pytest.approx(1, abs=1e-12) == seat["resembles"][0]["share"]
        assert all(0 <= row["share"] <= 1 + 1e-12 for row in seat["resembles"])


def test_intervals_reach_up_to_wins_where_a_player_was_not_asked_in_time(field):
    whole = made_up("whole", stream(7, "entered", "unasked"), seats=(0,))
    late = np.arange(len(whole.policy)) % 3 == 1
    policy, faults = np.where(late[:, None], 0.0, whole.policy), dict.fromkeys(np.flatnonzero(late).tolist(), NOT_ASKED)
    asked, lost = (
        evaluate(each, field)["seats"]["first"] for each in (whole, exact_entrant("late", "x", (0,), policy, faults))
    )
    rows = zip([asked["rank"], *asked["treatments"]], [lost["rank"], *lost["treatments"]], strict=True)
    assert all(short["score"] < all_asked["score"] <= short["score_high"] for all_asked, short in rows)
    never = exact_entrant("never", "x", (0,), 0 * policy, {0: NOT_ASKED})
    rank = evaluate(never, field)["seats"]["first"]["rank"]
    assert (rank["score_low"], rank["score"], rank["score_high"], rank["rank_low"]) == (0, 0, 1, 1)


def test_a_result_that_comes_to_no_unasked_position_has_no_interval(field):
    """Perfect moves where perfect opponents lead, and none elsewhere: all games with these are drawn."""
    best = uniform_policy(game(dead=False).best)
    reached = propagate(game(dead=False), best, best)[0] > 0
    faults = dict.fromkeys(np.flatnonzero(~reached).tolist(), NOT_ASKED)
    late = exact_entrant("late", "x", (0, 1), np.where(reached[:, None], best, 0.0), faults)
    for seat in evaluate(late, field)["seats"].values():
        rows = {row["opponent"]: row for row in seat["baselines"]}
        perfect, random = rows["perfect"], rows["random"]
        assert perfect["score_low"] == perfect["score"] == perfect["score_high"] == pytest.approx(0.5, abs=1e-12)
        assert random["score_low"] == random["score"] < random["score_high"]
        assert seat["best_reply"]["points_low"] == 0.5 < seat["best_reply"]["points"]
        assert seat["unasked"] > 0
        assert not seat["blunders"]
        assert seat["as_perfect"] == seat["decisions"]


def test_symmetric_players_are_alike(field):
    """Marks that lead to the same state are the same decision, in whichever image of it they are made."""
    turn = (6, 3, 0, 7, 4, 1, 8, 5, 2)  # cell that comes to each place, so that a mark on 0 comes to 2

    def turned(board):
        back = [board[turn.index(cell)] for cell in range(9)]
        return [turn.index(free_cells(back)[0])]

    one, other = of_rules(corner=lambda board: free_cells(board)[:1], turned=turned)
    seat = evaluate(exact_entrant("one", "rule", (0,), one.policy), Field([*field.players, other]))["seats"]["first"]
    assert next(row for row in seat["resembles"] if row["group"] == other.group)["share"] == pytest.approx(1)


def test_blunders_say_what_they_cost(field):
    """Worth before and after by the solution; the costs of all blunders against a perfect player's worth add up."""
    rng = stream(1, "entered", "blunders")
    player = made_up("any", rng, forfeiting=True)
    tables = enumerate_states()
    index = {board_texts()[place]: place for place in range(len(tables.positions))}
    values = solve(tables).values[tables.state_of]
    words = {-1: "lost", 0: "drawn", 1: "won"}
    for sign, name in zip((1, -1), SEATS, strict=True):
        rows = evaluate(player, field)["seats"][name]["blunders"]
        assert [row["cost"] for row in rows] == sorted((row["cost"] for row in rows), reverse=True)
        for row in rows:
            place, cell = index[row["board"]], row["cell"]
            told = [row["before"], row["fault"], row["after"], row["chance"]]
            if cell is None:
                assert told == [words[sign * values[place]], "gives up", "lost", player.forfeits[place]]
            else:
                after = words[sign * values[game(dead=False).successors[place, cell]]]
                assert told == [words[sign * values[place]], None, after, player.policy[place, cell]]
                assert cell not in row["best"]


def test_the_line_of_a_best_reply_is_a_game(field):
    player = made_up("any", stream(1, "entered", "line"), forfeiting=True)
    for name, seat in evaluate(player, field)["seats"].items():
        board = "." * 9
        for at, move in enumerate(seat["best_reply"]["moves"]):
            assert (move["sign"], move["own"]) == ("XO"[at % 2], at % 2 == SEATS.index(name))
            if (cell := move["cell"]) is not None:
                board = board[:cell] + move["sign"] + board[cell + 1 :]
            assert move["board"] == board


def test_intervals_hold_what_is_estimated(field):
    """A player whose chances are known, entered with chances estimated from answers."""
    rng = stream(1, "entered", "intervals")
    known = made_up("known", rng, calls=50)
    exact = evaluate(replace(known, calls=np.zeros_like(known.calls)), field)["seats"]["first"]["rank"]
    policy, asked = np.zeros_like(known.policy), np.flatnonzero(known.calls)
    policy[asked] = rng.multinomial(50, known.policy[asked]) / 50
    estimated = evaluate(replace(known, policy=policy), field)
    rank = estimated["seats"]["first"]["rank"]
    assert estimated["estimated"]
    assert rank["score_low"] < rank["score"] < rank["score_high"]
    assert rank["score_low"] < exact["score"] < rank["score_high"]
    assert rank["rank_low"] <= rank["rank"] <= rank["rank_high"]


def test_stored_players_of_other_boards_and_seats_are_refused():
    row = baseline_agents().set_index("agent", drop=False).loc["house/umg"]
    told = "u: --seat first: it has not learnt that; allowed: second"
    assert message(stored_entrant, "u", "stored", row, "first") == told
    lattice = {"game": "lattice", "edge": 4, "dimensions": 3, "seat": "both"}
    assert message(stored_entrant, "g", "stored", lattice) == "g: it plays on 4x4x4; allowed: players of 3x3"


def test_a_player_without_moves_loses_everything(field):
    nobody = exact_entrant("nobody", "table", (0, 1), uniform_policy(np.zeros((5478, 9), np.bool_)))
    for seat in evaluate(nobody, field)["seats"].values():
        assert seat["rank"]["score"] == 0
        assert seat["best_reply"]["points"] == 1
        assert seat["best_reply"]["ends"] == "lost"


def test_stored_players_with_beads_keep_their_chances(tmp_path):
    """Three beads for the centre and one for a corner on the empty board, a bead for each free cell elsewhere."""
    beads = (game(dead=False).successors >= 0).astype(np.uint16)
    beads[0] = 0
    beads[0, [0, 4]] = 1, 3
    row = agent_row(AgentId("s", "t", 0), step=1, unit="games", last=True, seat="first", beads=beads)
    write(tmp_path / "s/agents.parquet", pd.DataFrame([row], columns=AGENTS.names), schema=AGENTS, provenance={})
    field = read_field(tmp_path)
    player = stored_entrant("beads", "stored", row)
    assert player.policy[0].tolist() == [0.25, 0, 0, 0, 0.75, 0, 0, 0, 0]
    (own,) = (each for each in field.players if each.study == "s")
    assert own.policy[0].tolist() == player.policy[0].tolist()
    assert field.has_runs
    assert evaluate(player, field)["seats"]["first"]["resembles"][0]["group"] == "s/t"


@pytest.fixture(scope="module", params=[False, True], ids=["sound", "forfeiting"])
def pair(request):
    rng = stream(1, "entered", "pair", int(request.param))
    return [made_up(name, rng, forfeiting=request.param, cells=2) for name in ("one", "other")]


def test_results_are_those_of_all_games(pair):
    """Eighths and their products are exact in floating point, so that nothing may differ."""
    one, other = pair
    met = meet(one, other)
    exact = oracles.chances(chances_of(one), chances_of(other))
    assert met.ends.tolist() == [float(chance) for chance in exact]
    assert met.values[0] == float(exact[0] + exact[1] / 2)
    assert met.points(0) == round(met.values[0], 12)
    assert met.points(1) == pytest.approx(float(exact[2] + exact[1] / 2), abs=1e-12)
    reached = oracles.reached(chances_of(one), chances_of(other))
    boards = map(tuple, enumerate_states().positions.tolist())
    assert met.reached.tolist() == [float(reached[board]) for board in boards]


@pytest.mark.parametrize("seat", [0, 1])
def test_best_replies_and_positions_to_meet(pair, seat):
    value = reply_values(game(dead=False), pair[0].policy, seat, pair[0].forfeits)[0]
    assert value == float(oracles.best_reply(chances_of(pair[0]), seat))
    boards = enumerate_states().positions[positions_to_meet(pair[0].policy, seat)]
    assert {*map(tuple, boards.tolist())} == oracles.met(chances_of(pair[0]), seat)


def test_the_gradient_is_the_slope(pair):
    """A little more of one cell changes the points by as much, since points are linear in the chances of a position."""
    one, other = pair
    met = meet(one, other)
    gradient = point_gradient([met], 0)
    position = int(np.argmax(met.reached * (game(dead=False).seat == 0) * (one.policy > 0).any(axis=1)))
    cell = int(np.argmax(one.policy[position]))
    one.policy[position, cell] += 0.25
    more = meet(one, other).points(0)
    one.policy[position, cell] -= 0.25
    assert more - met.points(0) == pytest.approx(gradient[position, cell] / 4, abs=1e-11)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_sampling_variance_is_that_of_simulated_estimates(seat, several):
    """Players are asked again and again; what the points of their estimates vary by is what the formula says."""
    rng = stream(1, "entered", "sampled", seat)
    calls = 64
    player, opponent = made_up("asked", rng, calls=calls), made_up("opponent", rng)

    def met(own):
        return meet(own, opponent) if seat == 0 else meet(opponent, own)

    expected = sampling_variance(player, point_gradient([met(player)], seat))
    asked = np.flatnonzero(player.calls)
    points = []
    for _ in range(several(200, without_jit=3)):
        policy = np.zeros_like(player.policy)
        policy[asked] = rng.multinomial(calls, player.policy[asked]) / calls
        points.append(met(Side(policy, np.zeros(len(policy)))).points(seat))
    if len(points) > 100:
        assert np.var(points) == pytest.approx(expected, rel=0.4)  # four standard errors of a variance of 200
        assert np.mean(points) == pytest.approx(met(player).points(seat), abs=4 * (expected / len(points)) ** 0.5)


def test_exact_chances_and_cells_that_are_alike_have_no_sampling_variance(pair):
    """Not even by rounding, so that no result looks estimated that isn't."""
    assert sampling_variance(pair[0], point_gradient([meet(*pair)], 0)) == 0
    rng = stream(3, "tests", "alike")
    player = made_up("own", rng, calls=20)
    gradient = np.repeat(rng.random((len(player.policy), 1)), player.policy.shape[1], axis=1)
    assert sampling_variance(player, gradient) == 0
