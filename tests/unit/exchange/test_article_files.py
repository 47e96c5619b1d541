"""The bundle: its bytes repeat, its tables are what pages show, its traces are there."""

import hashlib
import re
import zipfile

import pandas as pd
import pytest

from tttcore.exchange.archive import write_archive
from tttcore.exchange.article_files import folder_parts, latex_table
from tttcore.report.listing import LONGEST, listed

TABLE = pd.DataFrame({"set": ["a_1 & b", "50%"], "mean": [0.123456, 1234567.0], "hidden": [1, 2]})
COLUMNS = {"set": "set #", "mean": "mean"}


def test_same_parts_same_bytes(tmp_path):
    parts = [("b/one.txt", "eins"), ("a.bin", bytes(range(256)))]
    digests = set()
    for name in ("first.zip", "second.zip"):
        write_archive(tmp_path / name, parts)
        digests.add(hashlib.sha256((tmp_path / name).read_bytes()).hexdigest())
    assert len(digests) == 1
    with zipfile.ZipFile(tmp_path / "first.zip") as file:
        assert file.testzip() is None
        assert file.namelist() == ["b/one.txt", "a.bin"]
        assert file.read("a.bin") == bytes(range(256))


def test_latex_shows_what_the_page_shows():
    text = latex_table(listed(TABLE, COLUMNS, caption="Half & half: 50%_", address=""))
    assert r"\caption{Half \& half: 50\%\_}" in text
    body = re.search(r"\\midrule\n(.*)\\bottomrule", text, flags=re.DOTALL)[1]
    assert body.split("\n")[:2] == [r"a\_1 \& b & 0.1235 \\", r"50\% & 1,234,567 \\"]
    assert r"\begin{tabular}{lr}" in text
    assert r"set \# & mean \\" in text


def test_latex_of_texts_that_latex_would_take_for_something_else():
    """A bracket or a star at the beginning of a row would belong to the command before it."""
    table = pd.DataFrame({"<a>": ["[1] x", "* y", "\\input{z}\n\nw"]})
    text = latex_table(listed(table, {"<a>": "<a>"}, caption="a < b\n\nc", address=""))
    assert re.search(r"\\midrule\n(.*)\\\\\n\\bottomrule", text, flags=re.DOTALL)[1].split(" \\\\\n") == [
        "{[}1{]} x", "{*} y", r"\textbackslash{}input\{z\} w "
    ]  # fmt: skip
    assert r"\caption{a \textless{} b c}" in text
    assert r"\textless{}a\textgreater{} \\" in text


@pytest.mark.parametrize(
    ("table", "columns"), [(TABLE, {}), (pd.concat([TABLE] * LONGEST), COLUMNS)], ids=["no columns", "too long"]
)
def test_what_pages_only_link_to_has_no_latex(table, columns):
    assert latex_table(listed(table, columns, caption="", address="")) == ""


def test_folders_without_what_is_not_for_people(tmp_path):
    (tmp_path / "deep").mkdir()
    for name in ("b.csv", "b.parquet", ".snakemake_timestamp", "deep/a.json"):
        (tmp_path / name).write_text(name, encoding="utf-8")
    assert [*folder_parts(tmp_path, "claims")] == [("claims/b.csv", b"b.csv"), ("claims/deep/a.json", b"deep/a.json")]
