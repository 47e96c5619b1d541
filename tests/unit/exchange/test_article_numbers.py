"""Numbers of an article: each macro names its cell, each text keeps its numbers, none is left over."""

import hashlib
import re

import pytest

from tttcore.exchange.article_numbers import Cell, Numbers

TABLE = "set,mean\na,0.123456\nb,2.5\n"
ROW = Cell("tables/s/means.csv", "set=b", "mean", line=3)


@pytest.fixture
def numbers():
    return Numbers({"tables/s/means.csv": TABLE})


def test_a_number_is_below_a_comment_that_names_its_cell(numbers):
    assert numbers.number("x.mean", "250%", 2.5, ROW) == r"\result{x.mean}"
    comment, definition = numbers.definitions().splitlines()
    digest = hashlib.sha256(TABLE.encode()).hexdigest()
    assert comment == f"% tables/s/means.csv: row set=b: column mean: sha256 {digest}"
    assert definition == r"\defineresult{x.mean}{250\%}{tables/s/means.csv\#row=3}"
    (row,) = numbers.table().to_dict("records")
    assert row == {
        "macro": "x.mean", "text": "250%", "value": 2.5, "table": ROW.table, "line": 3, "row": "set=b",
        "column": "mean", "how": "", "sha256": digest,
    }  # fmt: skip


def test_what_several_rows_make_has_no_row_to_link_to(numbers):
    numbers.number("x", "2.6", 2.623456, Cell("tables/s/means.csv", "", "mean", "sum"))
    assert numbers.definitions().splitlines()[0].startswith("% tables/s/means.csv: row sum: column mean")
    assert r"{tables/s/means.csv}" in numbers.definitions()


def test_texts_hold_numbers_and_can_be_read_without_macros(numbers):
    mean = numbers.number("x.mean", "2.5", 2.5, ROW)
    used = numbers.text("x.found", ["On average ", mean, " games & 3% more."])
    assert numbers.expanded(f"Found: {used}") == r"Found: On average 2.5 games \& 3\% more."
    assert r"\definetext{x.found}{On average \result{x.mean} games \& 3\% more.}" in numbers.definitions()


def test_what_the_article_does_not_use_is_left_out(numbers):
    mean = numbers.number("x.mean", "2.5", 2.5, ROW)
    numbers.number("y.mean", "2.5", 2.5, ROW)
    used = numbers.text("x.found", [mean])
    numbers.text("y.found", [mean])
    numbers.keep(f"It is {used}.")
    assert set(re.findall(r"\\define\w+\{(.*?)\}", numbers.definitions())) == {"x.mean", "x.found"}


def test_no_macro_means_two_things(numbers):
    numbers.text("x", ["a"])
    with pytest.raises(ValueError, match="'x' is there twice"):
        numbers.number("x", "1", 1, ROW)
