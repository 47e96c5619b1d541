"""Bars of success numbers: heights are the probabilities, observed numbers are marked."""

import pandas as pd
import pytest
from matplotlib.colors import to_hex

from tttcore.engines.genies import stats
from tttcore.engines.genies.plots.small_samples import small_samples
from tttcore.plots.palette import BLUE, ORANGE


@pytest.fixture
def table():
    shares = pd.DataFrame({"treatment": ["a", "b", "c"], "within": 1000, "share": [0.7, 1.0, 0.004]})
    return stats.small_samples(shares, of=5).rename(columns={"treatment": "group"})


def _texts(axes):
    return [text.get_text() for text in axes.texts]


def test_a_row_of_bars_per_group(table):
    figure = small_samples(table, first={}, published={}, title="T")
    assert figure.get_suptitle() == "T"
    assert [axes.get_ylabel() for axes in figure.axes] == ["a", "b", "c"]
    for group, axes in zip("abc", figure.axes, strict=True):
        own = table[table["group"] == group]
        assert [bar.get_height() for bar in axes.patches] == own["probability"].tolist()
        assert [bar.get_x() + bar.get_width() / 2 for bar in axes.patches] == pytest.approx(range(6))
        assert {to_hex(bar.get_facecolor()).upper() for bar in axes.patches} == {BLUE}
    assert _texts(figure.axes[0]) == ["0.2%", "2.8%", "13%", "31%", "36%", "17%"]
    assert _texts(figure.axes[1]) == ["0%"] * 5 + ["100%"]
    assert _texts(figure.axes[2]) == ["98%", "2.0%", "<0.1%", "<0.1%", "<0.1%", "<0.1%"]
    assert not figure.legends


def test_what_was_published_stands_out_with_its_chance(table):
    figure = small_samples(table, published={"a": 3}, first={"a": 4, "c": 0})
    a, b, c = figure.axes
    assert [to_hex(bar.get_facecolor()).upper() for bar in a.patches] == [BLUE] * 3 + [ORANGE] + [BLUE] * 2
    (chance,) = table.loc[(table["group"] == "a") & (table["successes"] == 3), "chance"]
    assert _texts(a)[-1] == f"chance {chance:.2g}"
    assert [len(_texts(axes)) for axes in (a, b, c)] == [7, 6, 6]
    assert [[line.get_xdata().tolist() for line in axes.lines] for axes in (a, b, c)] == [[[4]], [], [[0]]]
    entries = [text.get_text() for text in figure.legends[0].get_texts()]
    assert entries == ["number published, with its chance", "other numbers", "our first 5 runs"]


def test_missing_columns_are_named(table):
    with pytest.raises(ValueError, match="missing chance; the table has group, within"):
        small_samples(table.drop(columns="chance"), first={}, published={})
