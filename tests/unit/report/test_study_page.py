"""A study's page from small tables: complete, with nothing undefined, and rounded for people."""

import html
import math
import re

import pandas as pd
import pytest
from helpers.pages import check, outline
from helpers.project import ROOT
from PIL import Image

from tttcore.claims.multiverse import COLUMNS
from tttcore.engines.study_files import read_study
from tttcore.report.listing import LONGEST
from tttcore.report.site import write_page
from tttcore.report.study import study_context
from tttcore.stats.comparison import anova, summaries
from tttcore.stats.evidence import published_sample
from tttcore.studies.ancheta2020 import method as ancheta2020
from tttcore.studies.tables import tables_of

TEXTS = ("set", "group", "treatment", "a", "b")
NAME = "ancheta2020"


@pytest.fixture(scope="module")
def study():
    return read_study(ROOT / "config" / "studies" / f"{NAME}.yaml")


@pytest.fixture(scope="module")
def found(study):
    """A made-up table in the place of each of the study's, but for two of the document's own runs."""
    made = {
        name: pd.DataFrame({column: ["umg-listed" if column in TEXTS else 0.25] * 3 for column in table.columns})
        for name, table in tables_of(study.config, study.file).items()
    }
    own = published_sample(ROOT / study.config["published"]["data"])
    made |= {name: make(own).assign(set="published") for name, make in (("summaries", summaries), ("anova", anova))}
    return made | {"champions": made["champions"].assign(treatment="control-listed")}


FACTS = [("elite_ranks", math.nan, "1, 2, 300", "ranks"), ("pool", 300.0, "", "size")]
METHODS = {
    "method": pd.DataFrame(FACTS, columns=["fact", "value", "text", "how"]),
    "table1": pd.DataFrame({"aspect": ["lives on land"], "human": [1]}),
}  # fmt: skip
REPRODUCED = {"claim": "S0-C01", "verdict": "reproduced", "sentence_verdict": "reproduced"}
FINDINGS = [
    {"claim": "S0-C19a", "verdict": "differs", "sentence_verdict": "mixed", "text": "Later by < 1 generation."},
    *(REPRODUCED | {"text": text} for text in ("Second.", "Third.", "Fourth.", "Fifth.")),
]


@pytest.fixture
def page(tmp_path, study, found, verdicts):
    """`page(...)`: text of the study's page, `found` with changes of its tables."""

    def write(*, method=METHODS, again=(), runs=(10_000, 30, 30), recipe=None, judged=None, told=None, **tables):
        formats = [tmp_path / "results" / NAME / "figures" / f"ecdf-all.{kind}" for kind in ("png", "svg", "pdf")]
        formats[0].parent.mkdir(parents=True, exist_ok=True)
        multiverse = formats[0].with_name("multiverse.png")
        for picture in (formats[0], multiverse):
            Image.new("RGB", (40, 30), "white").save(picture)
        path = tmp_path / "results" / "report" / f"{NAME}.html"
        figure = {**study.config["figures"]["ecdf-all"], "claims": ["S0-C01", "S0-X20"]}
        shown = {"reasons": "", "retold": False, "cover": "ecdf-all", "figures": {"ecdf-all": figure}, **(told or {})}
        recipes = {name: {"population": 100, "generations": 500 if name == "a" else 1000} for name in "abc"}
        context = study_context(
            path,
            study={**study.config, **shown},
            tables={**found, **tables},
            method=method,
            verdicts=verdicts.assign(**(judged or {})),
            findings=FINDINGS,
            runs=dict(zip("abc", runs, strict=True)),
            recipes=recipes if recipe is None else dict.fromkeys("abc", recipe),
            figures=[str(file) for file in formats],
            judged_again=pd.DataFrame(again, columns=COLUMNS),
            multiverse_figure=[str(multiverse)] if again else [],
        )
        write_page(path, "study.html.j2", studies={NAME: "Its title", "b1999": "Another"}, **context)
        return path.read_text(encoding="utf-8")

    return write


def line(text, start):
    """Line of the outline that begins so."""
    return re.search(rf"^{re.escape(start)}.*", outline(text), flags=re.MULTILINE)[0]


def test_a_page_is_complete(page, tmp_path, study, snapshot):
    """Answers and the cover come first, then figures, tables in the order of the file, method, and verdicts."""
    text = page()
    shown = check(text)
    assert [script["src"] for script in shown.of("script") if "src" in script] == ["assets/folds.js"]
    assert (tmp_path / "results" / "report" / "figures" / NAME / "ecdf-all.webp").is_file()
    before, tables, after = re.split("^(?=#tables|#method)", outline(text), flags=re.MULTILINE)
    assert (before + after).replace(study.config["figures"]["ecdf-all"]["caption"], "CAPTION") == snapshot
    assert [text.count(f'data-label="{label}"') for label in ("Verdict", "Outcome")] == [7, 2]
    captions = [line.split(" .quiet ")[0] for line in tables.splitlines() if re.search(r" \.quiet [\d,]+ rows?$", line)]
    assert captions == [html.unescape(caption) for caption in study.config["tables"].values()]
    assert "One-way analysis of variance (Table 7)" in captions, "a caption can be given"
    assert re.findall(r"\((\.\./.*?)\)", tables) == [f"../{NAME}/tables/{name}.csv" for name in study.config["tables"]]


def test_tables_on_a_page(page, found):
    """The document's own values are bold; text stands left and numbers right; numbers are rounded."""
    text = page()
    published = found["summaries"].iloc[0]
    assert (published["set"], published["group"], published["n"]) == ("published", "control", 30)
    first = line(text, ".published | published | control |")
    assert first.split(" | ")[3:6] == [".n 30", ".n 0", ".n 7.567 (6.654 to 8.48)"]
    f = found["anova"]["F"].iloc[0]
    assert round(f, 3) == 0.264
    assert f".n {f:.4g} |" in line(text, ".published | published | treatments")
    assert line(text, "| Treatment | .n Champions that never lose")


def test_long_tables_are_linked_and_not_shown(page, found):
    shown = '<td>control, the authors&#39; program</td><td class="n">'
    long = pd.concat([found["champions"]] * LONGEST)
    text = page(champions=long)
    assert (shown in page(), shown in text) == (True, False)
    assert f'Champions (95% intervals) <span class="quiet">{len(long):,} rows' in text
    assert f"{len(found['survival'])} rows" in text, "a kind without columns"


AGAIN = dict.fromkeys(COLUMNS, "") | {"id": "S0-C19a", "statement": "Not sooner", "verdict": "undecided"}


def test_other_readings_on_a_page(page):
    """Of a single statement all are named, those with the same verdict, too, and there is no figure."""
    readings = [("ties", "first", "differs"), ("ties", "none", "undecided"), ("seats", "second", "undecided")]
    again = [AGAIN | dict(zip(("choice", "reading", "verdict"), each, strict=True)) for each in readings]
    text = page(again=[AGAIN, *again])
    check(text)
    assert "ties: first (differs)" in text[text.index('<h2 id="readings">') :]
    assert "(a multiverse analysis): ties (first, none), seats (second); it has not" in text
    several = page(again=[AGAIN, again[0], AGAIN | {"id": "S0-C01"}])
    assert [f"figures/{NAME}/multiverse.webp" in each for each in (text, several)] == [False, True]


def test_findings_name_the_choices_on_which_they_depend(page, verdicts):
    depends = verdicts["depends"].mask(verdicts["id"] == "S0-C19a", "ties; order + seats")
    text = page(judged={"depends": depends})
    assert '· <a href="#readings">depends on how we read: ties; order + seats</a>' in text


def test_a_row_says_how_many_readings_agree(page):
    for agreeing, readings, told in (
        (1, 1, "1 of 1 other reading gives"), (1, 3, "1 of 3 other readings gives"),
        (0, 3, "0 of 3 other readings give"),
    ):  # fmt: skip
        text = page(judged={"agreeing": agreeing, "readings": readings})
        assert f" .quiet {told} the same verdict." in line(text, "#S0-C19a")


def test_what_a_study_may_lack_or_have(page):
    """Facts of its method, reasons in a file of its own, and statements of its own."""
    assert not re.search("/method/|Computed facts|The reasons", page(method={}))
    text = page(told={"reasons": "docs/method/a.md", "retold": True})
    assert '<a href="../../docs/method/a.md">The reasons</a>' in text
    told = "We judge 5 statements, each with its source, counted by sentences (meanings (audit.html#meanings)):"
    assert line(text, "We judge") == told
    assert "The document makes" not in text


@pytest.mark.parametrize(("recipe", "told"), [
    ({"games": 50}, ["A run is 50 games of training."]),
    ({"generations": 20}, ["A run has at most 20 generations."]),
    ({"population": 20}, []), ({}, []),
])  # fmt: skip
def test_the_method_says_of_a_run_what_is_known(page, found, recipe, told):
    """And speaks of censored runs only where there are some."""
    text = page(recipe=recipe, summaries=found["summaries"].assign(censored=0), runs=(30, 30, 30))
    points = re.findall("<li>(.*?)</li>", text[text.index('<h2 id="method">') :], flags=re.DOTALL)
    assert [point for point in points if not point or point.startswith("A run is") or "has at most" in point] == told
    assert "90 runs in all, 30 each." in text
    censored = page(summaries=found["summaries"].assign(censored=1))
    assert "of 100 players. One that has not succeeded by then counts as" in " ".join(censored.split())


def test_notes_name_tables_and_treatments_in_words(page):
    shown = page(judged={"note": "See `effect_sizes`, power_curves, `umg-listed` and `a b`"})
    link = f'<a href="../{NAME}/tables/{{}}.csv">{{}}</a>'
    links = (link.format("effect_sizes", "effect sizes"), link.format("power_curves", "power curves"))
    assert f"See {links[0]}, {links[1]}, UMG, the authors&#39; program and <code>a b</code>" in shown


def test_captions_that_a_studys_module_gives(page, monkeypatch):
    monkeypatch.setattr(ancheta2020, "CAPTIONS", {"humans": "What sets humans apart"}, raising=False)
    text = page(method={**METHODS, "humans": METHODS["table1"]})
    assert "<summary>The document&#39;s own numbers: Table 1 <span" in text
    assert "<summary>What sets humans apart <span" in text


def test_a_column_that_is_missing_is_an_error(page, found):
    with pytest.raises(KeyError):
        page(summaries=found["summaries"].drop(columns="median"))
