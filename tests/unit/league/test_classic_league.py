"""The league of 3x3 against every line of play, the oracle's best responses, and leagues added up by hand."""

from itertools import combinations, product
from math import comb

import numpy as np
import pandas as pd
import pytest
from helpers.tables import InMemory
from reference import classic as oracles
from reference import league as twin
from reference import quality as quality
from scikit_posthocs import posthoc_nemenyi_friedman
from scipy import stats
from small_league import agents, by_genome, genome_row, of_rules, rule_rows

from tttcore.engines.genetic_algorithm.players.coding import policy_of_genome
from tttcore.games.position import SEATS
from tttcore.league.classic import LISTINGS, classic_league, match_tables
from tttcore.league.evaluation import evaluate_players
from tttcore.league.matches import league_players, matches, matrix, play_round_robin
from tttcore.league.ranking import blocks, differences, friedman, player_scores, ranking
from tttcore.pipeline.rng import stream
from tttcore.pipeline.store import StoreError
from tttcore.players.agent_registry import baseline_agents
from tttcore.players.baselines import baselines
from tttcore.players.policy import game, packed, uniform_policy

OPPONENTS = {"random": quality.anything, "careful": quality.careful, "perfect": quality.perfect}
ENDS = {"won": oracles.X_WINS, "drawn": oracles.DRAW, "lost": oracles.O_WINS}


def first_free(board):
    return oracles.free_cells(board)[:1]


def last_free(board):
    return oracles.free_cells(board)[-1:]


def either_end(board):
    """Two cells, or the one that is left."""
    return sorted({*first_free(board), *last_free(board)})


RULES = {
    "anything": quality.anything,
    "careful": quality.careful,
    "perfect": quality.perfect,
    "first": first_free,
    "ends": either_end,
}


@pytest.fixture(scope="module")
def rules(random_genes):
    """Players as functions, with genomes among them; the last plays second only."""
    genomes = random_genes(2, "league")
    return {**RULES, "genome": by_genome(genomes[0]), "genome2": by_genome(genomes[1])}


@pytest.fixture(scope="module")
def players(rules):
    return of_rules(**rules)


@pytest.fixture(scope="module")
def met(players):
    return play_round_robin(players)


def name_of(agent):
    return agent.split("/")[1]


def test_chances_are_those_of_every_line_of_play(met, rules):
    table = matches(met)
    assert [*zip(table["first"], table["second"], strict=True)] == [
        (f"rules/{one}/0", f"rules/{other}/0") for one, other in product([*rules][:-1], rules)
    ]
    for row in table.itertuples():
        exact = quality.chances(rules[name_of(row.first)], rules[name_of(row.second)])
        assert [row.won, row.drawn, row.lost] == pytest.approx([float(chance) for chance in exact], abs=1e-12)


def test_evaluation_is_that_of_every_line_of_play(players, rules):
    found = evaluate_players(players).set_index(["treatment", "seat"])
    assert len(found) == 2 * len(rules) - 1
    for (name, seat), row in found.iterrows():
        player = rules[name]
        for opponent, other in OPPONENTS.items():
            ends = quality.chances(*((player, other) if seat == "first" else (other, player)))
            own = ends if seat == "first" else ends[::-1]
            assert row[[f"{opponent}_{end}" for end in ENDS]].tolist() == pytest.approx([*map(float, own)], abs=1e-12)
        assert row["worst"] == quality.against_best_reply(player, seat)
        for column, lost_alone in (("reply_value", False), ("reply_lost", True)):
            worst = twin.best_response_value(player, seat, lost_alone=lost_alone)
            assert row[column] == pytest.approx(float(worst), abs=1e-12)
        for column, boards in (("error", quality.mistakes), ("decision", quality.decisions)):
            met = boards(player, seat)
            assert row[f"{column}s"] == len(met)
            assert row[f"{column}_states"] == len({oracles.base_case(board) for board in met})


def test_known_best_responses():
    """The documents' generators as second players: a best response beats the rules in a third of the games, no more."""
    found = evaluate_players(league_players([baseline_agents()])).set_index(["treatment", "seat"])["reply_value"]
    assert found["umg", "second"] == pytest.approx(1 / 3, rel=1e-12)
    assert found["umg-listed", "second"] == 1
    assert found["perfect", "first"] == found["perfect", "second"] == 0
    assert 0.9 < found["random", "first"] < found["random", "second"] < 1


def test_groups_are_means_of_their_players(random_genes):
    genomes = random_genes(5, "league groups")
    names = ("s/a/0", "s/a/1", "s/b/0", "s/b/1", "s/b/2")
    found = play_round_robin(league_players([agents(*map(genome_row, names, genomes))]))
    alone, together = (table.set_index(["first", "second"]) for table in (matches(found), matrix(found)))
    for first, second in product("ab", repeat=2):
        pairs = [
            alone.loc[one, other].tolist()
            for one, other in product(names, repeat=2)
            if one[2] == first and other[2] == second
        ]
        won, drawn, lost = np.mean(pairs, axis=0)
        assert together.loc[f"s/{first}", f"s/{second}"].tolist() == pytest.approx([won, drawn, lost, won + drawn / 2])


def test_a_league_added_up_by_hand():
    """First free cell against last: the diagonal 2, 4, 6 is X's in either case; X wins each game, itself included."""
    found = play_round_robin(of_rules(a=first_free, b=last_free))
    assert matches(found)["won"].tolist() == [1, 1, 1, 1]
    scores = player_scores(found).set_index(["agent", "seat"])
    assert scores["score"].to_dict() == {
        (f"rules/{name}/0", seat): float(seat == "first") for name in "ab" for seat in SEATS
    }
    assert scores["rank"].tolist() == [1] * 4
    table = ranking(found, stream(0, "tests"))
    assert table.groupby("seat", sort=False)["score"].unique().map(list).to_dict() == {
        "first": [1.0],
        "second": [0.0],
        "both": [0.5],
    }
    assert table["mean_rank"].tolist() == [1.5] * 6


def test_groups_of_equal_rank_are_in_the_order_of_their_names():
    table = ranking(play_round_robin(of_rules(b=first_free, c=either_end, a=last_free)), stream(0, "tests"))
    for _, own in table.groupby("seat"):
        assert own[["rank", "group"]].to_numpy().tolist() == sorted(own[["rank", "group"]].to_numpy().tolist())
    assert (table.groupby("seat")["rank"].nunique() < 3).any()


def test_ranks_are_those_of_every_opponent(met):
    """Mean ranks and Friedman's statistic from the blocks, by their formulas, and Nemenyi's p by a second package."""
    table, test = ranking(met, stream(0, "tests")), friedman(met).set_index("seat")
    pairs = differences(met).set_index(["seat", "a", "b"])
    for seat, block in blocks(met).items():
        scores = block.to_numpy()
        ranks = np.array([[1 + sum(o > own for o in column) + (sum(o == own for o in column) - 1) / 2 for own in column]
                          for column in scores.T])  # fmt: skip
        opponents, groups = ranks.shape
        means = dict(zip(block.index, ranks.mean(axis=0), strict=True))
        own = table[table["seat"] == seat].set_index("group")
        assert own["mean_rank"].to_dict() == pytest.approx(means)
        assert own["score"].to_dict() == pytest.approx(dict(zip(block.index, scores.mean(axis=1), strict=True)))
        assert own["score"].is_monotonic_decreasing
        assert ((own["score_low"] <= own["score"] + 1e-12) & (own["score"] <= own["score_high"] + 1e-12)).all()
        spread = ((ranks - (groups + 1) / 2) ** 2).sum() / (opponents * (groups - 1))
        statistic = opponents * sum((mean - (groups + 1) / 2) ** 2 for mean in means.values()) / spread
        assert test.loc[seat, "statistic"] == pytest.approx(statistic)
        assert test.loc[seat, ["groups", "opponents", "df"]].tolist() == [groups, opponents, groups - 1]
        assert test.loc[seat, "p"] == pytest.approx(stats.chi2.sf(statistic, groups - 1))
        nemenyi = posthoc_nemenyi_friedman(block.T.reset_index(drop=True))
        for a, b in combinations(block.index, 2):
            found = pairs.loc[seat, a, b]
            assert found["mean_rank"] == pytest.approx(means[b] - means[a])
            assert found["p"] == pytest.approx(nemenyi.loc[a, b], abs=1e-9)
            assert (found["p"] < 0.05) == (abs(found["mean_rank"]) > test.loc[seat, "critical_difference"])


def test_intervals_hold_every_league_that_can_be_drawn(random_genes):
    """Two players of a group against a fixed one: a resample has one of them twice, the other twice, or both."""
    rows = map(genome_row, ("s/a/0", "s/a/1"), random_genes(2, "league intervals"))
    found = play_round_robin(league_players([agents(*rows, *rule_rows(anything=quality.anything))]))
    own = ranking(found, stream(0, "tests")).set_index(["seat", "group"]).loc[("first", "s/a")]
    against = found.scores
    drawn = [
        (against[np.ix_(pair, pair)].mean() + against[pair, 2].mean()) / 2 for pair in ([0, 0], [1, 1], [0, 1], [1, 0])
    ]
    assert own["score"] == pytest.approx(drawn[2])
    assert [own["score_low"], own["score_high"]] == pytest.approx([min(drawn), max(drawn)])
    assert own["players"] == 2


def test_groups_of_one_player_have_no_interval(met):
    table = ranking(met, stream(0, "tests"))
    np.testing.assert_allclose(table["score_low"], table["score"])
    np.testing.assert_allclose(table["score_high"], table["score"])
    assert len(blocks(met)["both"].columns) == len(met.rows.players) + len(met.columns.players)


def test_the_listings_show_what_the_tables_have(random_genes, tables):
    """The whole league of a small study, twice the same."""
    genomes = random_genes(3, "league whole")
    rows = [genome_row(f"s/a/{place}", own, seat="first") for place, own in enumerate(genomes)]
    runs = pd.DataFrame(
        {"treatment": "a", "censored": [False, False, True], "champion": [row["genome"] for row in rows]}
    )
    counts = {f"no_loss_strategies_{name}": "10" for name in ("second", "first_corner", "first_side", "first_centre")}
    facts = pd.DataFrame({"fact": [*counts], "value": 10.0, "exact": [*counts.values()]})
    found, again = (
        classic_league({"s": agents(*rows)}, {"s": InMemory(runs)}, facts, tables, seed=1) for _ in range(2)
    )
    assert {*found} == {*LISTINGS}
    for name, (_, columns) in LISTINGS.items():
        assert {*columns} <= {*found[name]}, name
        assert not found[name].empty
        pd.testing.assert_frame_equal(found[name], again[name], check_exact=True)
    assert found["found"][["treatment", "seat", "solved", "share"]].to_numpy().tolist() == [["a", "first", 2, 2 / 30]]
    members = 3 + len(baselines())
    assert len(found["matches"]) == (members - 2) * (members - 3)
    assert len(found["differences"]) == sum(comb(groups, 2) for groups in found["friedman"]["groups"])


def test_baselines_alone_make_a_league(tables):
    found = match_tables(league_players([baseline_agents()]), stream(0, "tests"))
    best = found["ranking"].groupby("seat", sort=False)["group"].first()
    assert "house/perfect" in {*found["ranking"].loc[found["ranking"]["rank"] <= 3, "group"]}
    assert best["both"].startswith("house/")


PLAYED = game(dead=False)


def test_final_players_are_read_group_by_group(random_genes):
    one, two, three = random_genes(3, "entrants")
    table = agents(
        genome_row("s/a/0", one, last=False, step=3),
        genome_row("s/a/0", two),
        genome_row("s/b/0", three, seat="first"),
        genome_row("s/a/4", one, seat="second"),
        genome_row("s/l/0", one) | {"game": "lattice", "cells": []},
    )
    found = league_players([table])
    assert [(each.agent, each.group, each.seats) for each in found] == [
        ("s/a/0", "s/a", (0, 1)),
        ("s/a/4", "s/a", (1,)),
        ("s/b/0", "s/b", (0,)),
    ]
    np.testing.assert_array_equal(found[0].policy, uniform_policy(policy_of_genome(two)))


def test_baselines_are_players_like_all_others():
    found = {each.agent: each for each in league_players([baseline_agents()])}
    assert [*found] == [f"house/{name}" for name in baselines()]
    assert found["house/umg"].seats == (1,)
    np.testing.assert_array_equal(found["house/perfect"].policy, PLAYED.opponents["perfect"])


@pytest.mark.parametrize(("position", "marked"), [(0, 0), (1, 1 << 8)])
def test_a_player_without_a_legal_mark_is_named(random_genes, position, marked):
    """No cell on the empty board; the cell that is taken on the first board with a mark."""
    cells = packed(policy_of_genome(*random_genes(1, "entrants")))
    cells[position] = marked
    table = agents(genome_row("s/a/0", *random_genes(1, "entrants")) | {"cells": cells})
    with pytest.raises(StoreError, match=rf"^agent 's/a/0': no free cell to mark in position {position}$"):
        league_players([table])
