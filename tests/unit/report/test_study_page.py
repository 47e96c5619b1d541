"""A study's page from small tables: complete, with nothing undefined, and rounded for people."""

import html
import math
import re

import pandas as pd
import pytest
from helpers.pages import check
from helpers.project import ROOT
from PIL import Image

from tttcore.claims.multiverse import COLUMNS
from tttcore.claims.outcomes import CHOICE_OUTCOMES
from tttcore.engines.engine import read_study
from tttcore.report.listing import LONGEST
from tttcore.report.site import write_page
from tttcore.report.study import METHOD_CAPTION, study_context
from tttcore.stats.comparison import anova, summaries
from tttcore.stats.evidence import published_sample
from tttcore.studies.ancheta2020 import method as ancheta2020
from tttcore.studies.tables import tables_of

STUDIES = {"ancheta2020": "Its title", "b1999": "Another"}
TEXTS = ("set", "group", "treatment", "a", "b")


@pytest.fixture(scope="module")
def study():
    return read_study(ROOT / "config" / "studies" / "ancheta2020.yaml")


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


MEANINGS = '(<a href="audit.html#meanings">meanings</a>)'
RUNS = {"a": 10_000, "b": 30, "c": 30}
METHOD = pd.DataFrame(
    {"fact": ["elite_ranks", "pool"], "value": [math.nan, 300.0], "text": ["1, 2, 300", ""], "how": ["ranks", "size"]}
)
TABLE1 = pd.DataFrame({"aspect": ["lives on land"], "human": [1]})


@pytest.fixture
def page(tmp_path, study, found, verdicts):
    """`page(...)`: text of the study's page, `found` with changes of its tables."""

    def write(*, method=True, further=None, again=(), reasons="", retold=False, recipe=None, **tables):
        formats = [tmp_path / "results" / study.name / "figures" / f"ecdf-all.{kind}" for kind in ("png", "svg", "pdf")]
        formats[0].parent.mkdir(parents=True, exist_ok=True)
        multiverse = formats[0].with_name("multiverse.png")
        for picture in (formats[0], multiverse):
            Image.new("RGB", (40, 30), "white").save(picture)
        path = tmp_path / "results" / "report" / f"{study.name}.html"
        context = study_context(
            path,
            study={
                **study.config,
                "reasons": reasons,
                "retold": retold,
                "cover": "ecdf-all",
                "figures": {"ecdf-all": {**study.config["figures"]["ecdf-all"], "claims": ["S0-C01", "S0-X20"]}},
            },
            tables={**found, **tables},
            method={"method": METHOD, "table1": TABLE1, **(further or {})} if method else {},
            verdicts=verdicts,
            findings=[
                {
                    "claim": "S0-C19a",
                    "verdict": "differs",
                    "sentence_verdict": "mixed",
                    "text": "Later by < 1 generation.",
                },
                *(
                    {"claim": "S0-C01", "verdict": "reproduced", "sentence_verdict": "reproduced", "text": text}
                    for text in ("Second.", "Third.", "Fourth.", "Fifth.")
                ),
            ],
            runs=RUNS,
            recipes={
                name: {"population": 100, "generations": 500 if name == "a" else 1000} if recipe is None else recipe
                for name in RUNS
            },
            figures=[str(file) for file in formats],
            judged_again=pd.DataFrame(again, columns=COLUMNS),
            multiverse_figure=[str(multiverse)] if again else [],
        )
        write_page(path, "study.html.j2", studies=STUDIES, **context)
        return path.read_text(encoding="utf-8")

    return write


def row(text, ident):
    return re.search(rf'<tr id="{ident}">.*?</tr>', text, flags=re.DOTALL)[0]


def test_a_page_is_complete(page, tmp_path):
    """Nothing is fetched from anywhere else, and the picture lies beside the page."""
    shown = check(page())
    assert {image["src"] for image in shown.of("img")} == {"figures/ancheta2020/ecdf-all.webp"}
    assert (tmp_path / "results" / "report" / "figures" / "ancheta2020" / "ecdf-all.webp").is_file()
    scripts = [script["src"] for script in shown.of("script") if "src" in script]
    assert scripts == ["assets/folds.js"]


def test_the_question_its_answer_and_the_cover_come_first(page, study):
    text = page()
    sentence = 'Later by &lt; 1 generation. <a class="verdict differs" href="audit.html#S0-C19a">differs</a>'
    assert f'{sentence} <span class="quiet">· <a href="#S0-C19a">one part</a></span>' in text
    places = (
        *('id="found"', study.config["question"], sentence, '<figure id="ecdf-all"'),
        *("Second.", "Fourth.", "More findings", "Fifth.", 'id="about"', 'id="figures"'),
    )
    assert [*map(text.index, places)] == sorted(map(text.index, places))


def test_links_of_a_page_lead_somewhere(page, study):
    text = page()
    links = re.findall(r'href="([^"]+)"', text)
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
    first = row(text, "S0-C01")
    assert "States &amp; &lt;symmetries&gt;" in first
    assert re.search(r"<td[^>]*>765</td>\s*<td[^>]*>765</td>", first)
    assert '<span class="verdict reproduced">reproduced</span>' in first
    second = row(text, "S0-C19a")
    for part in ("0.123<", "−0.311 to 0.556", "Control minus UMG, generations", "The interval has both signs."):
        assert part in second
    assert "Results, paragraph 2" in second
    assert '<a href="audit.html#S0-C19a">S0-C19a</a>' in second
    assert '<span class="verdict undecided">undecided</span>' in second
    last = row(text, "S0-G02")
    assert '<span class="verdict not-testable">not testable</span>' in last
    assert last.count("No published value") == 1
    assert ">5.25 to 12.1</td>" in row(text, "S0-X20"), "an interval that is text is rounded like any other"


def test_statements_of_later_accounts_are_not_the_documents(page):
    text = page(retold=True)
    assert f"We judge 5 statements, each with its source, counted by sentences {MEANINGS}:" in text
    assert "The document makes" not in text


def test_sentences_are_counted_and_listed_by_their_verdicts(page):
    """Parts that disagree stand together, under *mixed*; what is said again and choices have lists of their own."""
    text = page()
    assert f"The document makes 5 statements, counted by its sentences {MEANINGS}:" in text
    for verdict in ("reproduced", "differs", "mixed", "measured", "not testable"):
        assert f"<strong>1</strong> {verdict}<" in text
    assert "<strong>0</strong> undecided<" in text
    section = text[text.index('<h2 id="verdicts">') :]
    folds = re.findall(r"<summary>(.*?)</summary>(.*?)</table>", section, flags=re.DOTALL)
    listed = {
        " ".join(re.sub("<.*?>", " ", title).split()): re.findall(r'<tr id="(.*?)"', rows) for title, rows in folds
    }
    assert listed == {
        "reproduced 1": ["S0-C01"],
        "differs 1": ["S0-C21"],
        "mixed 1": ["S0-C19a", "S0-C19b"],
        "measured 1": ["S0-G01"],
        "not testable 1": ["S0-G02"],
        "Repeated statements 1": ["S0-C22"],
        "Choices 2": ["S0-X20", "S0-M01"],
    }
    assert section.index('id="S0-C22"') < section.index('<h2 id="choices">') < section.index('id="S0-X20"')
    choices = section[section.index('<h2 id="choices">') :]
    for outcome, meaning in CHOICE_OUTCOMES.items():
        assert f"{outcome}</dt><dd>{meaning}</dd>" in choices
    assert '<span class="verdict ruled-out">ruled out</span>' in row(text, "S0-X20")
    assert '<td data-label="Outcome">' in row(text, "S0-X20")
    assert '<td data-label="Verdict">' in row(text, "S0-C22")


def test_other_readings_on_a_page(page):
    again = dict.fromkeys(COLUMNS, "") | {"id": "S0-C19a", "statement": "Not sooner", "verdict": "undecided"}
    text = page(again=[again, again | {"choice": "ties", "reading": "first", "verdict": "differs"}])
    check(text)
    assert "ties: first (differs)" in text[text.index('<h2 id="readings">') :]


def test_a_single_statement_under_other_readings_has_no_figure(page):
    """All its readings are named, those with the same verdict, too."""
    again = dict.fromkeys(COLUMNS, "") | {"id": "S0-C19a", "statement": "Not sooner", "verdict": "undecided"}
    others = [("ties", "first", "differs"), ("ties", "none", "undecided"), ("seats", "second", "undecided")]
    text = page(
        again=[again, *(again | dict(zip(("choice", "reading", "verdict"), each, strict=True)) for each in others)]
    )
    assert "figures/ancheta2020/multiverse.webp" not in text
    assert "(a multiverse analysis): ties (first, none), seats (second); it has not" in text
    text = page(again=[again, again | {"choice": "ties", "reading": "first"}, again | {"id": "S0-C01"}])
    assert "figures/ancheta2020/multiverse.webp" in text


def test_reasons_of_choices_are_linked_where_a_file_has_them(page):
    assert '<a href="../../docs/method/a.md">The reasons</a>' in page(reasons="docs/method/a.md")
    assert "The reasons" not in page()


def test_figures_name_the_statements_that_they_bear_on(page):
    figure = re.search(r'<figure id="ecdf-all">.*?</figure>', page(), flags=re.DOTALL)[0]
    assert re.findall(r'href="audit.html#([^"]+)"', figure) == ["S0-C01", "S0-X20"]


def test_tables_on_a_page(page, found):
    text = page()
    published = found["summaries"].iloc[0]
    assert (published["set"], published["group"], published["n"]) == ("published", "control", 30)
    bold = re.search(r'<tr class="published">\s*<td>published</td><td>control</td>.*?</tr>', text, flags=re.DOTALL)[0]
    assert re.findall(r'<td class="n">([^<]*)</td>', bold)[:3] == ["30", "0", "7.567 (6.654 to 8.48)"]
    f = found["anova"]["F"].iloc[0]
    assert round(f, 3) == 0.264
    assert f'<td class="n">{f:.4g}</td>' in text
    assert f'<td class="n">{f:.6g}' not in text


def test_tables_stand_in_the_order_of_the_file(page, study):
    captions = [*study.config["tables"].values()]
    assert len(captions) > 10
    page_text = page()
    shown = re.findall(r"<summary>(.*?) <span", page_text[page_text.index('id="tables"') :], flags=re.DOTALL)
    assert shown[: len(captions)] == [html.escape(caption).replace("&#x27;", "&#39;") for caption in captions]
    assert "One-way analysis of variance (Table 7)" in captions, "a caption can be given"


def test_text_stands_left_and_numbers_right(page):
    text = page()
    assert re.search(r'<th scope="col">Treatment</th><th scope="col" class="n">Champions that never lose</th>', text)
    assert re.search(r"<td>elite ranks</td><td>1, 2, 300</td><td>ranks</td>", text)


def test_long_tables_are_linked_and_not_shown(page, found):
    long = pd.concat([found["champions"]] * LONGEST)
    assert '<td>control, the authors&#39; program</td><td class="n">' in page()
    text = page(champions=long)
    assert f'Champions (95% intervals) <span class="quiet">{len(long):,} rows' in text
    assert '<td>control, the authors&#39; program</td><td class="n">' not in text
    assert f"{len(found['survival'])} rows" in text, "a kind without columns"


def test_a_study_without_facts_of_its_method(page):
    text = page(method=False)
    assert "/method/" not in text
    assert "Computed facts" not in text


def test_the_method_says_what_was_run(page, found):
    text = page(summaries=found["summaries"].assign(censored=1))
    section = text[text.index('<h2 id="method">') : text.index("Computed facts")]
    told = " ".join(re.sub("<.*?>", " ", section).split())
    for part in (
        "We ran 3 treatments",
        "10,060 runs in all, 10,000 for one and 30 each for 2.",
        "A run has at most 500 to 1,000 generations of 100 players. One that has not succeeded by then counts as",
        "intervals have a level of 95%",
        "if each treatment has at least 30 runs",
    ):
        assert part in told
    assert 'href="audit.html#rules"' in section


@pytest.mark.parametrize(
    ("recipe", "told"),
    [
        ({"games": 50}, "A run is 50 games of training."),
        ({"generations": 20}, "A run has at most 20 generations."),
        ({"population": 20}, ""),
        ({}, ""),
    ],
)
def test_the_method_says_of_a_run_what_is_known(page, found, recipe, told):
    """And speaks of censored runs only where there are some."""
    text = page(recipe=recipe, summaries=found["summaries"].assign(censored=0))
    points = re.findall("<li>(.*?)</li>", text[text.index('<h2 id="method">') :], flags=re.DOTALL)
    assert [point for point in points if not point or point.startswith("A run is") or "has at most" in point] == (
        [told] if told else []
    )


def test_the_method_says_which_statements_an_interval_judges(page):
    told = " ".join(re.sub("<.*?>", " ", page()).split())
    assert "If its value is estimated from runs, it is reproduced if our interval excludes the contrary" in told
    assert "what a document reports of its own few runs is judged by its chance" in told


@pytest.mark.parametrize(
    ("agreeing", "readings", "told"),
    [
        (1, 1, "1 of 1 other reading gives the same verdict."),
        (1, 3, "1 of 3 other readings gives the same verdict."),
        (0, 3, "0 of 3 other readings give the same verdict."),
    ],
)
def test_a_row_says_how_many_readings_agree(page, verdicts, monkeypatch, agreeing, readings, told):
    monkeypatch.setitem(verdicts, "agreeing", agreeing)
    monkeypatch.setitem(verdicts, "readings", readings)
    assert f'<span class="quiet">{told}</span>' in row(page(), "S0-C19a")


def test_treatments_with_as_many_runs_are_counted_once(page, monkeypatch):
    monkeypatch.setitem(RUNS, "a", 30)
    assert "90 runs in all, 30 each." in page()


def test_notes_name_tables_and_treatments_in_words(page, verdicts, monkeypatch):
    monkeypatch.setitem(verdicts, "note", "See `effect_sizes`, fixed_targets, `umg-listed` and `a b`")
    shown = row(page(), "S0-C19a")
    link = '<a href="../ancheta2020/tables/{}.csv">{}</a>'
    links = (link.format("effect_sizes", "effect sizes"), link.format("fixed_targets", "fixed targets"))
    assert f"See {links[0]}, {links[1]}, UMG, the authors&#39; program and <code>a b</code>" in shown


def test_captions_that_a_studys_module_gives(page, monkeypatch):
    monkeypatch.setattr(ancheta2020, "CAPTIONS", {"humans": "What sets humans apart"}, raising=False)
    text = page(further={"humans": TABLE1})
    assert "<summary>The document&#39;s own numbers: table1 <span" in text
    assert "<summary>What sets humans apart <span" in text
    assert f"<summary>{METHOD_CAPTION} <span" in text


def test_a_column_that_is_missing_is_an_error(page, found):
    with pytest.raises(KeyError):
        page(summaries=found["summaries"].drop(columns="median"))
