"""Pages from small but real tables: complete in one file, with nothing undefined, and rounded for people."""

import html
import math
import re

import numpy as np
import pandas as pd
import pytest
from project import ROOT

from tttcore.analysis.claims import DIFFERS, NOT_TESTABLE, REPRODUCED
from tttcore.analysis.evidence import Evidence
from tttcore.analysis.kinds import build
from tttcore.analysis.statistics import statistics
from tttcore.base.schemas import SCHEMAS
from tttcore.report.listing import LONGEST
from tttcore.report.page import METHOD_CAPTION, count_verdicts, number, write_index_page, write_study_page
from tttcore.studies import ancheta2020, genetic_algorithm
from tttcore.studies.genetic_algorithm import run_replicates, summarise
from tttcore.studies.study import Study

MEMBERS = {"control": "control-listed", "rmg": "rmg-listed", "umg": "umg-listed"}
PNG = b"\x89PNG\r\n\x1a\n not much of a picture"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.264123, "0.2641"),
        (5.59425, "5.594"),
        (-0.07801234, "-0.07801"),
        (7.0, "7"),
        (0.0, "0"),
        (362880, "362,880"),
        (np.float64(1234.56), "1,234.6"),
        (999.96, "1,000"),
        (0.00001234, "1.23e-05"),
        (1.5e-300, "1.50e-300"),
        (math.nan, "–"),
        ("0.5000000001", "0.5"),
        ("765", "765"),
        ("12345.0", "12,345"),
        ("7, 7, 7", "7, 7, 7"),
        ("rmg < umg", "rmg < umg"),
        ("", ""),
        (True, "True"),
        (None, "None"),
    ],
)
def test_number(value, shown):
    assert number(value) == shown


@pytest.fixture(scope="module")
def study():
    return Study.read(
        ROOT / "config" / "studies" / "ancheta2020.yaml", ROOT / "workflow" / "schemas" / "ancheta2020.schema.yaml"
    )


@pytest.fixture(scope="module")
def found(study, tables):
    """All tables of statistics of a few small runs."""
    recipes = {
        name: {**study.treatments[name].recipe, "population": 40, "generations": 60} for name in MEMBERS.values()
    }
    runs = pd.concat(
        [
            run_replicates(study.name, name, recipe, tables, seed=0, replicates=range(5))
            for name, recipe in recipes.items()
        ],
        ignore_index=True,
    )
    evidence = Evidence(
        study=study.name,
        comparisons={"listed": MEMBERS},
        published={"data": str(ROOT / study.config["published"]["data"]), "repeated_by": ["listed"], "replicates": 4},
        recipes=recipes,
        runs=runs,
        traces=summarise(runs, recipes).traces,
        states=tables,
        seed=0,
        stored=genetic_algorithm.STORED,
    )
    return statistics(build(study.config, study.file), evidence)


METHOD = pd.DataFrame(
    {"fact": ["elite_ranks", "pool"], "value": [math.nan, 300.0], "text": ["1, 2, 300", ""], "how": ["ranks", "size"]}
)
TABLE1 = pd.DataFrame({"aspect": ["lives on land"], "human": [1]})


VERDICTS = pd.DataFrame(
    [
        dict(zip(SCHEMAS["verdicts"].names, row, strict=True))
        for row in [
            ("S0-C01", "Review", "claim", "exact", "States & <symmetries>", "765", "765.0", math.nan, math.nan,
             "equals 765", REPRODUCED, "", "facts.value[fact=states]"),
            ("S0-C19", "Results", "claim", "rerun", "Not sooner", "no", "0.123456", -0.31119, 0.55551,
             "interval_not_above 0", DIFFERS, "Control minus UMG", "pairwise.mean_difference"),
            ("S0-G02", "Conclusion", "suggestion", "rerun", "Try it", "", "", math.nan, math.nan,
             "", NOT_TESTABLE, "No published value", ""),
            ("S0-X20", "Results", "contradiction", "reanalysis", "No run over ten", "0", "12.0", math.nan, math.nan,
             "equals 0", DIFFERS, "", "sum exceedances.runs"),
        ]
    ]
)  # fmt: skip


@pytest.fixture
def page(tmp_path, study, found):
    """`page(...)`: text of the study's page, `found` with changes of its tables."""

    def write(*, method=True, **tables):
        formats = [tmp_path / "results" / study.name / "figures" / f"ecdf-all.{kind}" for kind in ("png", "svg", "pdf")]
        formats[0].parent.mkdir(parents=True, exist_ok=True)
        formats[0].write_bytes(PNG)
        path = tmp_path / "results" / "report" / f"{study.name}.html"
        write_study_page(
            path,
            study=study.config,
            tables={**found, **tables},
            method={"method": METHOD, "table1": TABLE1} if method else {},
            verdicts=VERDICTS,
            figures={"ecdf-all": [str(file) for file in formats]},
            provenance={
                "recipes": {name: study.treatments[name].recipe for name in MEMBERS.values()},
                "seed": 2020, "code": "0123456789abcdef", "packages": {"numpy": "2.4.6"},
            },
        )  # fmt: skip
        return path.read_text(encoding="utf-8")

    return write


def row(text, ident):
    return re.search(rf'<tr id="{ident}">.*?</tr>', text, flags=re.DOTALL)[0]


def test_a_page_is_complete_in_one_file(page):
    """Nothing is fetched: no address on the web, no script, no style sheet, and pictures lie in the page."""
    text = page()
    assert not re.search(r"https?:|//[a-z]|<script|<link|@import|url\(", text)
    assert re.findall(r'src="([^"]{0,22})', text) == ["data:image/png;base64,"]
    assert not re.search(r"\b(Undefined|undefined|nan|None|NaN)\b|\{\{|\{%", text)
    for tag in ("table", "tr", "td", "figure", "div", "h2"):
        assert len(re.findall(rf"<{tag}\b", text)) == text.count(f"</{tag}>") > 0


def test_links_of_a_page_lead_somewhere(page, study):
    text = page()
    links = re.findall(r'href="([^"]+)"', text)
    assert {link[1:] for link in links if link.startswith("#")} <= set(re.findall(r'id="([^"]+)"', text))
    assert {link for link in links if "/tables/" in link} == {
        f"../{study.name}/tables/{name}.csv" for name in study.config["tables"]
    }
    assert [link for link in links if "/method/" in link] == [
        f"../{study.name}/method/{name}.csv" for name in ("method", "table1")
    ]
    assert [link for link in links if "/figures/" in link] == [
        f"../{study.name}/figures/ecdf-all.{kind}" for kind in ("png", "svg", "pdf")
    ]


def test_verdicts_on_a_page(page):
    text = page()
    assert text.index('id="S0-G02"') < text.index('<h2 id="contradictions">') < text.index('id="S0-X20"')
    first = row(text, "S0-C01")
    assert "States &amp; &lt;symmetries&gt;" in first
    assert re.search(r"<td>765</td>\s*<td>765</td>", first)
    assert '<td class="reproduced">reproduced</td>' in first
    second = row(text, "S0-C19")
    assert "0.1235" in second
    assert "-0.3112 to 0.5555" in second
    assert '<td class="differs">differs<br><span class="quiet">Control minus UMG</span></td>' in second
    assert '<td class="not-testable">not testable' in row(text, "S0-G02")
    for count in ("1 reproduced", "1 differs", "1 not testable"):
        assert f">{count}<" in text


def test_tables_on_a_page(page, found):
    text = page()
    published = found["summaries"].iloc[0]
    assert (published["set"], published["group"], published["n"]) == ("published", "control", 30)
    bold = re.search(r'<tr class="published">\s*<td>published</td><td>control</td>.*?</tr>', text, flags=re.DOTALL)[0]
    assert re.findall(r'<td class="n">([^<]*)</td>', bold)[:3] == ["30", "0", "7.567"]
    f = found["anova"]["F"].iloc[0]
    assert round(f, 3) == 0.264
    assert f'<td class="n">{f:.4g}</td>' in text
    assert f"{f:.6g}" not in text
    assert "0123456789abcdef" in text
    assert "<td>numpy</td><td>2.4.6</td>" in text


def test_tables_stand_in_the_order_of_the_file(page, study):
    captions = [kind.caption for kind in build(study.config, study.file).values() if kind.columns]
    assert len(captions) > 10
    shown = re.findall(r"<caption>(.*?) <a", page(), flags=re.DOTALL)
    assert shown[: len(captions)] == [html.escape(caption).replace("&#x27;", "&#39;") for caption in captions]
    assert "One-way analysis of variance (Table 7)" in captions, "a caption can be given"


def test_text_stands_left_and_numbers_right(page):
    text = page()
    assert re.search(r'<th>Treatment</th><th class="n">No-loss champions</th>', text)
    assert re.search(r"<td>elite_ranks</td><td class=\"n\">–</td><td>1, 2, 300</td><td>ranks</td>", text)


def test_long_tables_are_linked_and_not_shown(page, found):
    long = pd.concat([found["champions"]] * LONGEST)
    assert '<td>control-listed</td><td class="n">' in page(behaviour=found["behaviour"].iloc[:0])
    text = page(behaviour=found["behaviour"].iloc[:0], champions=long)
    assert f"<li>Champions: {len(long)} rows, " in text
    assert '<td>control-listed</td><td class="n">' not in text
    assert f"{len(found['survival'])} rows" in text, "a kind without columns"


def test_a_study_without_facts_of_its_method(page):
    text = page(method=False)
    assert "/method/" not in text
    assert 'href="#method"' not in text


def test_captions_that_a_studys_module_gives(page, monkeypatch):
    assert "<caption>The document&#39;s own: table1 <a" in page()
    monkeypatch.setattr(ancheta2020, "CAPTIONS", {"table1": "What sets humans apart"}, raising=False)
    text = page()
    assert "<caption>What sets humans apart <a" in text
    assert "The document&#39;s own" not in text
    assert f"<caption>{METHOD_CAPTION} <a" in text


def test_a_column_that_is_missing_is_an_error(page, found):
    with pytest.raises(KeyError):
        page(summaries=found["summaries"].drop(columns="median"))


def test_sides_of_contradictions_are_not_counted():
    assert count_verdicts(VERDICTS) == {REPRODUCED: 1, DIFFERS: 1, NOT_TESTABLE: 1}


def test_index(tmp_path):
    studies = {"a2020": {"title": "A & B", "authors": "C", "year": 2020, "counts": count_verdicts(VERDICTS)}}
    write_index_page(tmp_path / "index.html", studies=studies)
    text = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert '<a href="a2020.html">A &amp; B</a>' in text
    assert text.count('<td class="n">1</td>') == 3
    assert not re.search(r"https?:|//[a-z]|<script|<link", text)
