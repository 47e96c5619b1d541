"""The answer of the league: who leads in each seat, who beats whom and who is unbeatable."""

import pandas as pd
import pytest

from tttcore.plots.names import PlayerNames
from tttcore.report.league_answer import strongest

APPROACHES = {"a": "one way (A 1999)", "b": "another (B 2000)", "c": "a third (C 2001)"}
NAMES = PlayerNames({"a": "A 1999", "b": "B 2000", "c": "C 2001"})
SCORES = {
    "first": {"house/minimax": 0.9, "house/perfect": 0.7, "a/late": 0.8, "a/early": 0.6, "b/one": 0.5, "c/only": 0.4},
    "second": {"house/perfect": 0.55, "b/one": 0.52, "a/late": 0.3},
    "both": {"house/perfect": 0.6, "b/one": 0.51, "a/late": 0.5},
}
MATRIX = {("a/late", "b/one"): 0.504, ("a/late", "b/two"): 0.5, ("b/one", "a/late"): 0.6, ("c/only", "a/late"): 0.7,
          ("c/only", "b/one"): 0.3, ("a/late", "a/late"): 1.0, ("house/perfect", "b/one"): 0.9}  # fmt: skip
PLAYERS = [("first", "a", 0), ("first", "a", 0.5), ("first", "b", 0), ("first", "c", 1), ("first", "house", 0),
           ("second", "a", 1), ("second", "b", 1)]  # fmt: skip

APART = [("first", "a/late", "b/one"), ("first", "a/late", "c/only"), ("second", "a/late", "b/one"),
         ("both", "a/late", "b/one")]  # fmt: skip
"""Pairs of the leaders and all others."""


def answered(*apart, scores=SCORES):
    """Answer if these pairs of groups, by seat, differ significantly."""
    ranking = [(seat, group, score, score - 0.1, score + 0.1) for seat, own in scores.items()
               for group, score in own.items()]  # fmt: skip
    pairs = [("first", "b/one", "a/late", 0.05), *((*pair, 0.01) for pair in apart)]
    tables = {
        "ranking": pd.DataFrame(ranking, columns=["seat", "group", "score", "score_low", "score_high"]),
        "differences": pd.DataFrame(pairs, columns=["seat", "a", "b", "p"]),
        "matrix": pd.DataFrame(
            [(*pair, score) for pair, score in MATRIX.items()], columns=["first", "second", "score"]
        ),
        "players": pd.DataFrame(PLAYERS, columns=["seat", "study", "exploitability"]),
    }
    return strongest(tables, approaches=APPROACHES, names=NAMES)


def test_no_single_winner_if_another_document_leads_moving_second():
    for apart, end in ((), ", but some differences may be chance."), (APART, "."):
        assert answered(*apart).sentence == (
            "No single winner: one way (A 1999) leads moving first, another (B 2000) moving second and in both seats"
            + end
        )


@pytest.mark.parametrize(
    ("apart", "told"),
    [
        ((), ", but some differences may be chance."),
        (APART[:-1], ", but some differences may be chance."),
        (APART[1:], ", but some differences may be chance."),
        (APART, "."),
    ],
)
def test_a_document_that_leads_in_each_seat_wins_unless_it_is_chance(apart, told):
    scores = SCORES | {"second": {"house/perfect": 0.55, "b/one": 0.3, "a/late": 0.4}}
    scores["both"] = {"house/perfect": 0.6, "b/one": 0.4, "a/late": 0.6}
    assert answered(*apart, scores=scores).sentence == (
        f"One way (A 1999) leads moving first, moving second and in both seats{told}"
    )


def test_a_single_seat_is_named():
    assert answered(*APART, scores={"second": SCORES["second"]}).sentence == "Another (B 2000) leads moving second."


def test_a_row_has_the_best_treatment_of_each_document_and_the_last_is_perfect():
    answer = answered()
    assert answer.seats == ["moving first", "moving second", "in both seats"]
    rows = dict(answer.rows)
    assert [*rows] == [*APPROACHES.values(), "perfect player, for comparison"]
    assert [score and (score.points, score.of) for score in rows["one way (A 1999)"]] == [
        ("80.0%", 2), ("30.0%", 1), ("50.0%", 1),
    ]  # fmt: skip
    assert rows["one way (A 1999)"][0].interval == "70.0–90.0"
    assert rows["a third (C 2001)"][1:] == [None, None]
    assert [score.points for score in rows["perfect player, for comparison"]] == ["70.0%", "55.0%", "60.0%"]
    leaders = [[name for name, scores in answer.rows if scores[place] and scores[place].leads] for place in range(3)]
    assert leaders == [["one way (A 1999)"], ["another (B 2000)"], ["another (B 2000)"]]


@pytest.mark.parametrize(
    ("apart", "weaker"),
    [
        ((), set()),
        ([("first", "a/late", "c/only")], {("a third (C 2001)", 0)}),
        ([("first", "c/only", "a/late"), ("first", "a/early", "b/one")], {("a third (C 2001)", 0)}),
        ([("second", "b/one", "house/perfect"), ("second", "b/one", "a/late")], {("one way (A 1999)", 1)}),
    ],
)
def test_significantly_fewer_points_than_the_leader_are_marked(apart, weaker):
    marked = {(name, place) for name, scores in answered(*apart).rows
              for place, score in enumerate(scores) if score and score.weaker}  # fmt: skip
    assert marked == weaker


def test_whether_a_leader_has_more_than_the_perfect_player():
    assert answered().is_behind
    assert not answered(scores={"second": SCORES["second"]}).is_behind


def test_points_of_documents_that_move_first_against_those_that_move_second():
    """All pairs of treatments count, rounded as in the matrix; rules don't count."""
    answer = answered()
    assert answer.met == ["A 1999", "B 2000"]
    assert answer.beats == [("A 1999", [1.0, 0.5]), ("B 2000", [0.6, None]), ("C 2001", [0.7, 0.3])]


def test_no_reply_beats_all_some_or_none():
    assert answered().unbeatable == (
        "Moving first, all of B 2000, 1 of 2 of A 1999 and none of C 2001; moving second, none of A 1999 and B 2000"
    )


def test_a_document_alone_is_compared_with_nothing():
    alone = {"house/perfect": 0.9, "a/late": 0.8, "a/early": 0.6}
    assert answered(scores={"first": alone}) is None
