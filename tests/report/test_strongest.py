"""Sentences on the strongest players of 3x3."""

import pandas as pd
import pytest

from tttcore.report.strongest import strongest

APPROACHES = {"a": "one way (A 1999)", "b": "another (B 2000)", "c": "a third (C 2001)"}
SCORES = {"house/perfect": 0.9, "b/one": 0.5, "a/late": 0.8, "a/early": 0.6, "c/only": 0.4}
RANKING = pd.DataFrame(
    [("first", group, score, score - 0.1, score + 0.1) for group, score in SCORES.items()],
    columns=["seat", "group", "score", "score_low", "score_high"],
)


def told(*weaker, ranking=RANKING):
    """Sentences if these groups are told apart from the first."""
    pairs = [("first", "a/late", group, 0.01 if group in weaker else 0.5) for group in SCORES]
    return strongest(ranking, pd.DataFrame(pairs, columns=["seat", "a", "b", "p"]), approaches=APPROACHES)


def test_the_best_group_of_each_document_best_first():
    (sentence,) = told()
    assert sentence.startswith(
        "Moving first, one way (A 1999) leads with 80% of the points "
        "(95% interval 70% to 90%), ahead of another (B 2000) with 50%, a third (C 2001) with 40%. "
    )


@pytest.mark.parametrize(
    ("weaker", "end"),
    [
        ((), "All these differences may be chance."),
        (("a/early",), "All these differences may be chance."),
        (("c/only",), "Only the difference from a third (C 2001) is more than chance explains."),
        (("b/one", "c/only"), "All these differences from the first are more than chance explains."),
    ],
)
def test_what_chance_explains(weaker, end):
    assert told(*weaker)[0].endswith(end)


def test_a_document_alone_is_compared_with_nothing():
    assert told(ranking=RANKING[RANKING["group"].str.startswith("a/")]) == []
