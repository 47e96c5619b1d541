"""The page of exact facts."""

import re
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from html_pages import check

from tttcore.exact.facts import solution
from tttcore.games.classic import CROSS_WON, NOUGHT_WON
from tttcore.report.facts import by_plies, facts_context, statements
from tttcore.report.site import write_page

FACTS = pd.DataFrame(
    [
        ("states", 765.0, "765", "positions up to symmetry", "ancheta2020"),
        ("strategies", 3.047556256495648e20, "304755625649564811264", "ways", None),
        ("chance", 2 / 7, "2/7", "a chance", None),
        ("rounded", 0.28809523809523807, None, "another", None),
    ],
    columns=["fact", "value", "exact", "how", "quoted"],
)

STUDIES = {"ancheta2020": "Ancheta et al. 2020"}


@pytest.fixture
def text(tmp_path, tables, verdicts):
    path = tmp_path / "facts.html"
    context = facts_context(facts=FACTS, solution=solution(tables), verdicts=[verdicts, verdicts[:0]], studies=STUDIES)
    write_page(path, "facts.html.j2", studies=STUDIES, **context)
    return path.read_text(encoding="utf-8")


def row(text, ident):
    return re.search(rf'<tr id="{ident}">.*?</tr>', text, flags=re.DOTALL)[0]


def test_numbers_are_exact_where_they_are_known(text):
    check(text)
    assert '<td class="n">765</td>' in row(text, "states")
    assert '<td class="n">3.05 × 10²⁰</td>' in row(text, "strategies")
    assert "<code>304755625649564811264</code>" in row(text, "strategies")
    assert '<td class="n">0.2857</td>' in row(text, "chance")
    assert Fraction(re.search(r"<code>(.*)</code>", row(text, "chance"))[1]) == Fraction(2, 7)
    assert '<td class="n">≈ 0.2881</td>' in row(text, "rounded")
    assert "<details>" not in row(text, "rounded") + row(text, "states")


def test_documents_have_their_names(text):
    assert "<td>Ancheta et al. 2020</td>" in row(text, "states")


def test_facts_name_the_statements_that_rest_on_them(text, verdicts):
    assert '<a href="audit.html#S0-C01">S0-C01</a>' in row(text, "states")
    assert "audit.html" not in row(text, "chance")
    others = verdicts.iloc[[0, 1, 2, -1]].assign(
        measure=["log_facts.value[fact=states]", "x.y", "", "least facts.value[fact=chance]"]
    )
    assert statements([verdicts, others], FACTS) == {"states": ["S0-C01"], "chance": ["S0-X20"]}


def test_states_by_plies(tables):
    """By plies as many as are known; those where the game is over are the ones with a line, and the full boards."""
    found = by_plies(solution(tables)).set_index("ply")
    assert found["states"].tolist() == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
    assert (found[["cross", "nobody", "nought"]].sum(axis=1) == found["states"]).all()
    over = found["states"] - found["open"]
    assert over.sum() == np.isin(tables.outcomes, (CROSS_WON, NOUGHT_WON)).sum() + found.loc[9, "nobody"]
    assert found["open"].sum() == 627


def test_first_states_are_drawn(text):
    drawings = re.findall(r'<svg viewBox="0 0 30 30".*?</svg>', text, flags=re.DOTALL)
    assert len(drawings) == 1 + 3 + 12
    assert drawings[0].count("<circle") == 9
    assert [drawing.count("<text") for drawing in drawings] == [0] + 3 * [1] + 12 * [2]
    corner = next(drawing for drawing in drawings if 'aria-label="X, free, free, free, best, ' in drawing)
    assert corner.count("<circle") == 1, "against a corner the centre alone holds the draw"
