"""Selectors of values of claims: every aggregation of several rows, and every mistake."""

import math

import pandas as pd
import pytest

from tttcore.claims.selectors import claim_value
from tttcore.pipeline.messages import ConfigError

TABLES = {
    "summaries": pd.DataFrame(
        {
            "set": ["published", "published", "published", "listed, first 30"],
            "group": ["control", "rmg", "umg", "rmg"],
            "sd": [2.5, 1.5, 3.0, 9.0],
            "median": [7.0, 7.0, 6.5, 1e6],
            "mean": [7.5, 7.25, 7.75, 8.0],
            "mean_low": [6.5, 7.0, 6.0, 7.0],
            "mean_high": [8.5, 7.5, 9.0, 9.0],
            "notch_low": [6.1, 6.3, 6.2, 0.0],
            "notch_high": [7.9, 7.7, 8.1, 9.0],
        }
    ),
    "pairwise": pd.DataFrame(
        {"a": ["x"], "b": ["y"], "mean_difference": [-0.5], "difference_low": [-1.0], "difference_high": [0.25]}
    ),
    "method": pd.DataFrame({"fact": ["board", "pool"], "value": [math.nan, 300.0], "text": ["3,3,3", ""]}),
    "power": pd.DataFrame({"alpha": [0.05, 0.1], "n": [30, 40], "solved": [True, False]}),
    "empty": pd.DataFrame({"n": []}),
    "champions": pd.DataFrame({"treatment": ["a", "b", "c"], "distance": [0.3, 0.1, 0.2]}),
    "equals": pd.DataFrame({"treatment": ["b", "c", "a"], "share": [0.3, 0.1, 0.1 + 0.2]}),
    "genes": pd.DataFrame({"treatment": ["a", "a", "b"], "gene": ["-1", "0", "+1"], "mean": [0.5, -2.0, 9.0]}),
}


def found(selector):
    result = claim_value(selector, TABLES)
    return result.value, result.low, result.high, result.text


def is_same(one, other):
    return all(a == b or (a != a and b != b) for a, b in zip(one, other, strict=True))


NAN = math.nan
SELECTED = {
    "summaries.mean[set=published; group=umg]": (7.75, 6.0, 9.0, ""),
    "  summaries.mean[ set=published ;group=umg ]  ": (7.75, 6.0, 9.0, ""),
    "summaries.sd[set=listed, first 30]": (9.0, NAN, NAN, ""),
    "pairwise.mean_difference[a=x; b=y]": (-0.5, -1.0, 0.25, ""),
    "pairwise.mean_difference": (-0.5, -1.0, 0.25, ""),
    "method.text[fact=board]": (NAN, NAN, NAN, "3,3,3"),
    "method.value[fact=pool]": (300.0, NAN, NAN, ""),
    "power.n[alpha=0.05]": (30.0, NAN, NAN, ""),
    "power.n[alpha=0.10]": (40.0, NAN, NAN, ""),
    "list summaries.median[set=published]": (NAN, NAN, NAN, "7, 7, 6.5"),
    "list method.text[fact=board]": (NAN, NAN, NAN, "3,3,3"),
    "order summaries.sd[set=published]": (NAN, NAN, NAN, "rmg < control < umg"),
    "order summaries.median[set=published]": (NAN, NAN, NAN, "umg < control < rmg"),
    "order champions.distance": (NAN, NAN, NAN, "b < c < a"),
    "order equals.share": (NAN, NAN, NAN, "c < a < b"),
    "sum equals.share": (0.7, NAN, NAN, ""),
    "order genes.mean[treatment=a]": (NAN, NAN, NAN, "0 < -1"),
    "span summaries.sd[set=published]": (NAN, 1.5, 3.0, ""),
    "span summaries.notch[set=published]": (NAN, 6.1, 8.1, ""),
    "sum summaries.sd[set=published]": (7.0, NAN, NAN, ""),
    "most summaries.sd[set=published]": (3.0, NAN, NAN, ""),
    "least summaries.sd[set=published]": (1.5, NAN, NAN, ""),
    "sum power.n": (70.0, NAN, NAN, ""),
    "sum power.solved": (1.0, NAN, NAN, ""),
    "power.n[solved=False]": (40.0, NAN, NAN, ""),
    "method.text[fact=pool]": (NAN, NAN, NAN, ""),
}


@pytest.mark.parametrize("selector", SELECTED)
def test_values(selector):
    assert is_same(found(selector), SELECTED[selector]), found(selector)


@pytest.mark.parametrize(
    ("selector", "message"),
    [
        ("summaries", r"'summaries' is no selector; written: \[how\] table\.column\[key=value; key=value\]$"),
        ("mode summaries.sd", r"'mode summaries\.sd' is no selector"),
        ("summaries.sd[set=published", "is no selector"),
        ("", "'' is no selector"),
        ("sumaries.sd", r"unknown table 'sumaries' \(did you mean 'summaries'\?\); known: summaries, pairwise, method"),
        ("summaries.var[set=published; group=umg]", "unknown column 'var'; known: set, group, sd, median"),
        ("span summaries.notches[set=published]", r"unknown column 'notches'"),
        ("order power.n", r"'order power\.n': no column to name rows by; known: group, gene, treatment, law, series$"),
        ("summaries.sd[sett=published]", r"unknown column 'sett' \(did you mean 'set'\?\); known: set, group"),
        ("summaries.sd[set=published]", r"3 rows fit, not one$"),
        (
            "summaries.sd[set=publisht]",
            r"no row has set=publisht \(did you mean 'published'\?\); known: published, listed, first 30$",
        ),
        (
            "summaries.sd[set=listed, first 30; group=umg]",
            r"^'summaries\.sd\[.*\]': no row has group=umg \(did you mean 'rmg'\?\); known: rmg$",
        ),
        ("sum power.n[alpha=0.5]", r"^'sum power\.n\[alpha=0\.5\]': no row has alpha=0\.5 .*; known: 0\.05, 0\.1$"),
        ("sum power.n[n=50]", "no row has n=50; known: 30, 40$"),
        ("list power.n[solved=yes]", "no row has solved=yes; known: True, False$"),
        ("power.n[n=abc]", r"^'power\.n\[n=abc\]': the column 'n' holds numbers, and 'abc' is none$"),
        ("sum summaries.group", r"^'sum summaries\.group': sum needs numbers, and the column 'group' holds text$"),
        ("most summaries.group", "most needs numbers, and the column 'group' holds text$"),
        ("span summaries.group", "span needs numbers, and the column 'group' holds text$"),
        ("sum empty.n", r"^'sum empty\.n': the table 'empty' has no rows$"),
    ],
)
def test_mistakes(selector, message):
    with pytest.raises(ConfigError, match=message) as error:
        claim_value(selector, TABLES)
    assert len(str(error.value).splitlines()) == 1


def test_the_degrees_of_freedom_of_an_interval():
    runs = pd.DataFrame({"group": ["a", "b"], "mean_difference": [1.0, 2.0], "difference_low": 0.0, "share": 0.5})
    tables = {"runs": runs.assign(difference_df=[9.5, 2.0]), "none": runs}
    assert claim_value("runs.mean_difference[group=a]", tables).df == 9.5
    assert claim_value("order runs.mean_difference", tables).df == 2
    assert claim_value("runs.share[group=a]", tables).df == math.inf
    assert claim_value("order none.mean_difference", tables).df == math.inf
