"""The page of timings."""

import pandas as pd
from html_pages import check

from tttcore.report.site import write_page
from tttcore.report.timings import timings_context


def test_timings(tmp_path):
    row = {
        "study": "a2020", "what": "a run", "published_seconds": 900.0, "published_machine": "a laptop",
        "seconds": 0.5, "machine": "this", "ratio": 1800.0,
    }  # fmt: skip
    tables = [pd.DataFrame([row]), pd.DataFrame([{**row, "study": "b2020"}])]
    path = tmp_path / "timings.html"
    context = timings_context(path, timings=tables, figures={}, files=[])
    write_page(path, "timings.html.j2", studies={"a2020": "A", "b2020": "B"}, **context)
    text = path.read_text(encoding="utf-8")
    check(text)
    assert text.count('<td class="n">1,800</td>') == 2
    assert text.count("Our machine: this.") == 1
    assert '<td><a href="b2020.html">B</a></td>' in text
