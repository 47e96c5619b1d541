"""The article of the small project: every number is what its row holds, and LaTeX sets it without loose ends.

And Snakemake's own report, which takes texts from findings. Tests in LaTeX skip loudly where there is none, and fail
there if one is required.
"""

import csv
import hashlib
import json
import os
import re
import shutil
import subprocess
import warnings
from functools import cache
from html import unescape
from itertools import chain
from pathlib import Path

import pytest
import yaml
from helpers.article_bundle import NUMBER_DEFINED, TEXT_DEFINED, USED, Bundle, plain, tells
from helpers.hostile import DENSE, SPACED
from helpers.project import ROOT, SHRINK
from iohinspector import DataManager

from tttcore.claims.findings import read_found
from tttcore.exchange.article import article_parts
from tttcore.exchange.article_files import read_run
from tttcore.exchange.article_tex import declared, tex
from tttcore.pipeline.config import read_yaml
from tttcore.project import checked_studies

DIFFERENCE = "S0-C19"
"""A statement whose value is a row of a table, with an interval."""
REQUIRED = "TTT_LATEX_REQUIRED"
"""Environment variable: set where a missing LaTeX is a failure."""
WIDEST = 12
"""Points by which a line may be too long: less than half a margin."""
FEWEST = 20
"""Pages that the article has at least: a section and a table of statements of each document."""


@pytest.fixture(scope="module")
def bundle(bundled):
    return Bundle(bundled.folder / "article")


@pytest.fixture
def run(bundled, monkeypatch):
    """What the article tells of."""
    monkeypatch.chdir(bundled.folder)
    studies = checked_studies(read_yaml("config/config.yaml"))
    settings = {name: study.config for name, study in studies.items()}
    claims = [f"config/claims/{name}.csv" for name in studies]
    told = {"citation": ROOT / "CITATION.cff", "claims": claims, "scale": "quick", "seed": 2020}
    return read_run(bundled.folder / "results", settings, **told)


@pytest.fixture
def parts(bundle):
    """Tables that the article's numbers are in."""
    return {file.relative_to(bundle.folder).as_posix(): file.read_bytes() for file in bundle.folder.rglob("*.csv")}


def test_every_macro_is_defined_once_and_used(bundle):
    article, results = bundle.text("article.tex"), bundle.text("results.tex")
    defined = [macro for *_, macro, _, _ in NUMBER_DEFINED.findall(results)] + TEXT_DEFINED.findall(results)
    assert len(defined) == len(set(defined)) == len(re.findall(r"^\\define", results, re.MULTILINE))
    assert set(USED.findall(article + results)) == set(defined)
    assert len(defined) > 1000


def _is_told(row, value, config):
    """Whether the text and the value of a listed number are what its table holds."""
    claim, _, place = row["macro"].partition(".")
    forms, names = _forms(config).get(claim, ()) if place.startswith("found.") else (), _names(config).get(claim, {})
    return tells(row["value"], value) and tells(row["text"], value, forms=forms, names=names)


@cache
def _forms(config):
    """Forms in which the finding of a statement tells numbers otherwise than as they are."""
    rows = chain.from_iterable(map(_csv_rows, (config / "findings").glob("*.csv")))
    return {
        row["claim"]: {*re.findall(r"\{(minus|size|points) ", " ".join(filter(None, row.values())))} for row in rows
    }


@cache
def _names(config):
    """Names for people of what orders compare, by statement."""
    found = {}
    for file in (config / "claims").glob("*.csv"):
        study = read_yaml(config / "studies" / f"{file.stem}.yaml")
        names = {key: each["label"] for key, each in study["treatments"].items() if each.get("label")}
        found |= dict.fromkeys((row["id"] for row in _csv_rows(file)), names | (study.get("labels") or {}))
    return found


def _csv_rows(file):
    return [*csv.DictReader(file.read_text(encoding="utf-8").splitlines())]


def test_every_number_is_what_its_row_holds(bundle, bundled):
    """Read from the tables of the archive, without the package; names and forms are those of the configuration."""
    listed = bundle.rows("numbers.csv")
    wrong = [row for row in listed if not _is_told(row, bundle.value(row), bundled.folder / "config")]
    assert [(row["macro"], row["text"], row["value"], bundle.value(row)) for row in wrong] == []
    assert {row["table"]: row["sha256"] for row in listed} == {
        row["table"]: bundle.digest(row["table"]) for row in listed
    }
    tables = {row["table"].rpartition("/")[0] for row in listed}
    assert {"claims", "counted", "tables/ancheta2020", "method/osipa2017"} <= tables


def test_the_article_defines_the_numbers_that_are_listed(bundle):
    """Each below a comment that names its table and digest, and with a link to its line."""
    found = {
        macro: (table, digest, plain(text), plain(address))
        for table, digest, macro, text, address in NUMBER_DEFINED.findall(bundle.text("results.tex"))
    }
    assert found == {
        row["macro"]: (
            row["table"],
            row["sha256"],
            row["text"],
            f"{row['table']}#row={row['line']}" if row["line"] else row["table"],
        )
        for row in bundle.rows("numbers.csv")
    }


JUDGED = ("reproduced", "differs", "undecided")


def verdict_on(parts):
    """Verdict on a sentence, from those on its parts."""
    judged = {*parts} & {*JUDGED}
    if judged:
        return judged.pop() if len(judged) == 1 else "mixed"
    return "measured" if "measured" in parts else "not testable"


def test_counts_are_those_of_the_audit(bundle):
    """Sentences, by the verdicts on their parts."""
    counted = [row for row in bundle.rows("claims/audit.csv") if row["counted"] == "True"]
    parts: dict[tuple[str, str], list[str]] = {}
    for row in counted:
        parts.setdefault((row["study"], row["sentence"]), []).append(row["verdict"])
    told = {(row["study"], row["sentence"], row["sentence_verdict"]) for row in counted}
    assert told == {(*sentence, verdict_on(verdicts)) for sentence, verdicts in parts.items()}
    for row in bundle.rows("counted/verdicts.csv"):
        own = [verdict for study, _, verdict in told if row["study"] in ("all", study)]
        assert int(row["sentences"]) == len(own)
        for outcome in (*JUDGED, "mixed", "measured", "not testable"):
            assert int(row[outcome]) == own.count(outcome)
    runs = bundle.rows("counted/runs.csv")
    assert {row["runs"] for row in runs if row["study"] == "ancheta2020" and row["treatment"] != "all"} == {"5"}
    chance = [row for row in counted if row["basis"] == "rerun" and row["verdict"] in JUDGED]
    (errors,) = bundle.rows("counted/errors.csv")
    assert int(errors["sentences"]) == len({row["sentence"] for row in chance})
    assert float(errors["expected"]) == pytest.approx(0.05 * int(errors["sentences"]))
    assert int(errors["differs"]) == len({row["sentence"] for row in chance if row["verdict"] == "differs"})


def test_choices_are_no_statements_of_the_article(bundle):
    statements, choices = (bundle.rows(f"claims/{name}.csv") for name in ("audit", "choices"))
    assert {row["kind"] for row in choices} == {"choice", "alternative"}
    assert not {row["kind"] for row in choices} & {row["kind"] for row in statements}
    listed = re.findall(r"\\statementrow\{.*?\}\{(.*?)\}", bundle.text("article.tex"))
    assert not {*listed} & {row["id"] for row in choices}
    assert {*listed} >= {row["id"] for row in statements if row["counted"] == "True"}


def test_a_sentence_says_what_the_page_says(bundle, bundled):
    """The words of a finding with its numbers are those of the file of findings."""
    results = bundle.text("results.tex")
    texts = {macro: plain(text) for *_, macro, text, _ in NUMBER_DEFINED.findall(results)}
    told = dict(re.findall(r"^\\definetext\{(.*?)\.found\}\{(.*)\}$", results, re.MULTILINE))
    for file in (bundled.folder / "results").glob("*/findings.csv"):
        for row in Bundle(file.parent).rows(file.name):
            whole = USED.sub(lambda used: texts[used[1]], plain(told.pop(row["claim"])))
            assert whole.replace('"', "") == row["text"].replace('"', "")
    assert told == {}


def value_of(article):
    """Digest of the table, and text, of our value of a statement, as the article defines it."""
    defined = NUMBER_DEFINED.findall(article["results.tex"])
    (found,) = [(digest, text) for _, digest, macro, text, _ in defined if macro == f"{DIFFERENCE}.value"]
    return found


def test_other_results_change_numbers_and_nothing_else(run, parts):
    """The article itself follows from the configuration alone."""
    before = dict(article_parts(run, parts))
    assert dict(article_parts(run, parts)) == before
    for column in run.audit.select_dtypes("float"):
        run.audit[column] *= 1.25
    for column in ("verdict", "sentence_verdict"):
        run.audit[column] = run.audit[column].where(~run.audit["counted"], "undecided")
    run.audit.loc[run.audit["id"] == DIFFERENCE, "ours"] = "17.25"
    after = dict(article_parts(run, parts))
    assert after["article.tex"] == before["article.tex"]
    assert not tells(value_of(before)[1], "17.25")
    assert tells(value_of(after)[1], "17.25")


def test_a_changed_table_changes_digest_and_macro(run, parts):
    before = dict(article_parts(run, parts))
    row = run.audit["id"] == DIFFERENCE
    tables = run.tables["ancheta2020"]
    cell = tables.selected(run.audit.loc[row, "measure"].item())
    rows = tables.rows[Path(cell.table).stem]
    rows[cell.column] += 1.5
    run.audit.loc[row, "ours"] = value = str(rows.loc[cell.line - 2, cell.column])
    changed = rows.to_csv(index=False, lineterminator="\n").encode()
    after = dict(article_parts(run, {**parts, cell.table: changed}))
    assert value_of(before)[0] == hashlib.sha256(parts[cell.table]).hexdigest()
    assert value_of(after)[0] == hashlib.sha256(changed).hexdigest()
    assert not tells(value_of(before)[1], value)
    assert tells(value_of(after)[1], value)


def test_captions_say_what_was_found(bundle):
    """Each figure of the article is in the archive, and its caption tells of statements."""
    figures = re.findall(
        r"\\includegraphics\[.*?\]\{(.*?)\}\n\\caption\[.*?\]\{(.*?)\n\\end\{figure\}",
        bundle.text("article.tex"),
        re.DOTALL,
    )
    assert len(figures) >= 5
    for path, caption in figures:
        assert list(bundle.folder.glob(f"{path}.*"))
        assert r"\result{" in caption
    assert sum(r"\emph{Found:}" in caption for _, caption in figures) >= 5


def test_metadata_has_what_the_journal_asks_for(bundle):
    found = yaml.safe_load(bundle.text("metadata.yaml"))
    citation = yaml.safe_load(bundle.text("CITATION.cff"))
    assert [*found] == [
        *("title", "authors", "affiliations", "keywords", "code", "data", "replication", "abstract", "bibliography"),
        *("type", "domain", "language", "review", "contributors", "dates", "article", "journal"),
    ]  # fmt: skip
    assert [author["name"] for author in found["authors"]] == [author["name"] for author in citation["authors"]]
    single = {
        key: value
        for part in ("code", "data", "dates", "article")
        for each in found[part]
        for key, value in each.items()
    }
    assert set(single) == {"url", "doi", "swh", "received", "accepted", "published", "number"}
    assert set(single.values()) == {""}
    keys = re.findall(r"@techreport\{(\w+),", bundle.text(found["bibliography"]))
    replicated = {key: value for each in found["replication"] for key, value in each.items()}
    assert replicated["bib"].split(", ") == keys == re.findall(r"\\bibitem\{(\w+)\}", bundle.text("article.tex"))
    assert "\\result" not in found["abstract"]
    assert re.search(r"Of \d+ sentences \d+ are reproduced", found["abstract"])


def test_what_the_citation_lacks_is_told_in_a_line(bundled, tmp_path, monkeypatch):
    monkeypatch.chdir(bundled.folder)
    (tmp_path / "CITATION.cff").write_text("title: A\nauthors: [{name: B}]\nversion: 1\n", encoding="utf-8")
    with pytest.raises(Exception, match=r"CITATION\.cff: license: is missing; the article needs it$"):
        read_run(
            bundled.folder / "results", {}, citation=tmp_path / "CITATION.cff", claims=[], scale="quick", seed=2020
        )


def test_the_archive_has_figures_tables_and_traces(bundle, bundled):
    names = {file.relative_to(bundle.folder).as_posix() for file in bundle.folder.rglob("*")}
    assert {"CITATION.cff", "methods.md", "league/classic/ranking.csv"} <= names
    assert {"claims/audit.csv", "claims/choices.csv", "claims/plain.csv"} <= names
    assert {f"figures/ancheta2020/{name}.png" for name in ("figure-5-boxplot", "ecdf-all")} <= names
    assert r"\begin{tabular}" in bundle.text("tables/ancheta2020/anova.tex")
    traces = DataManager()
    traces.add_folder(str(bundle.folder / "ioh" / "ancheta2020"))
    runs = traces.overview.to_pandas()["algorithm_name"].value_counts()
    assert runs.to_dict() == dict.fromkeys(bundled.config("studies/ancheta2020.yaml")["treatments"], 5)


def test_snakemakes_report_tells_findings_and_runs_no_text(bundled, tmp_path):
    project = bundled.copied(tmp_path / "project")
    found = [each["text"] for each in read_found(project.folder / "results/ancheta2020/findings.csv")]
    findings = project.folder / "results" / "post1999" / "findings.csv"
    findings.write_text(
        "claim,verdict,sentence_verdict,text\nS2-C01,differs,differs,Five of {five}</script> & <!-- more.\n",
        encoding="utf-8",
    )
    report = project.snakemake("results/article.zip", "--report", "report.html")
    assert report.returncode == 0, report.stderr
    text = (project.folder / "report.html").read_text(encoding="utf-8")
    assert "Generations to a no-loss player" in text
    (description,) = re.findall(r"^ *var workflow_desc = (.*);$", text, flags=re.MULTILINE)
    answers = [unescape(text) for text in re.findall(r"<dd>(.*?)</dd>", json.loads(description))]
    assert len(answers) == len(project.config("config.yaml")["studies"])
    assert [sentence in answers[0] for sentence in found[:2]] == [True, False]
    assert answers[-1] == "Five of (five)< /script> & < !-- more. (differs)"
    assert not re.search("five.{,9}(</script|<!--)", text)


@pytest.fixture
def article(bundled, tmp_path):
    """The article unpacked."""
    return shutil.copytree(bundled.folder / "article", tmp_path / "article") / "article.tex"


def run_program(name, *arguments, folder):
    """Exit code of a program of LaTeX, and what it says."""
    if not (program := shutil.which(name)):
        reason = f"no {name} on the path (Debian: texlive-latex-recommended)"
        if os.environ.get(REQUIRED):
            pytest.fail(f"{reason}, and {REQUIRED} is set")
        warnings.warn(reason, stacklevel=1)
        pytest.skip(reason)
    env = {**os.environ, "max_print_line": "1000"}
    made = subprocess.run([program, *arguments], check=False, capture_output=True, cwd=folder, env=env)
    return made.returncode, made.stdout.decode(errors="replace")


def latex(file, *, times=2):
    """Exit code of LaTeX and what it says of a file, the last time of as many as it takes for references."""
    for _ in range(times):
        code, said = run_program(
            "pdflatex", "-interaction=nonstopmode", "-halt-on-error", file.name, folder=file.parent
        )
    return code, said


def test_compiles_without_loose_ends(article):
    code, said = latex(article)
    assert code == 0, said[-2000:]
    assert re.findall(r".*(?:undefined|multiply|Rerun|not define).*", said) == []
    too_wide = [float(points) for points in re.findall(r"Overfull \\hbox \(([\d.]+)pt too wide\)", said)]
    assert max(too_wide, default=0) < WIDEST
    pages, size = map(int, re.search(r"Output written on article\.pdf \((\d+) pages, (\d+) bytes\)", said).groups())
    assert pages >= FEWEST
    assert article.with_suffix(".pdf").stat().st_size == size
    assert "mktexpk" not in said


def test_a_missing_number_is_an_error(article):
    results = article.with_name("results.tex")
    number = r"^\\defineresult\{verdicts\.all\.reproduced\}.*\n"
    results.write_text(re.sub(number, "", results.read_text(encoding="utf-8"), flags=re.M), encoding="utf-8")
    code, said = latex(article, times=1)
    assert code != 0
    assert "results.tex does not define verdicts.all.reproduced" in said.replace("\n", "")


def test_texts_that_are_hard_to_set(article):
    """Whatever stands in a statement or a title, it is text to LaTeX."""
    told = "\n\n".join(map(tex, (*SPACED, *DENSE, "żłñ ≥ ≤ ± ² ⁻¹ ₂ χ “quoted” – 中文 ½ ﬁ \\end{document} %")))
    text = article.read_text(encoding="utf-8").replace(r"\end{document}", f"\n{told}\n\\end{{document}}")
    article.write_text(text, encoding="utf-8")
    results = article.with_name("results.tex").read_text(encoding="utf-8")
    article.with_name("signs.tex").write_text(declared(text + results), encoding="utf-8")
    code, said = latex(article)
    assert code == 0, said[-2000:]


def test_the_bibliography_is_one(article):
    """BibTeX reads all documents of the file that the metadata name."""
    cited = article.with_name("cited.tex")
    signs = article.with_name("signs.tex").read_text(encoding="utf-8")
    cited.write_text(
        "\\documentclass{article}\\usepackage[utf8]{inputenc}" + signs + "\\begin{document}\\nocite{*}"
        "\\bibliographystyle{plain}\\bibliography{bibliography}\\end{document}\n",
        encoding="utf-8",
    )
    assert latex(cited)[0] == 0
    code, said = run_program("bibtex", "cited", folder=cited.parent)
    assert code == 0, said
    assert latex(cited)[0] == 0
    assert cited.with_suffix(".bbl").read_text(encoding="utf-8").count(r"\bibitem") == len(SHRINK)
