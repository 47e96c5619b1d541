"""Outputs on demand: the bundle for an article, and Snakemake's own report."""

import json
import re
import zipfile
from html import escape

from iohinspector import DataManager

from tttcore.claims.findings import read_found

ARTICLE = "results/article.zip"


def test_article_and_snakemakes_report(project, tmp_path):
    finished = project.snakemake(ARTICLE)
    assert finished.returncode == 0, finished.stderr
    with zipfile.ZipFile(project.folder / ARTICLE) as file:
        names = set(file.namelist())
        file.extractall(tmp_path)
    assert {"CITATION.cff", "methods.md", "claims/audit.csv", "league/classic/ranking.csv"} <= names
    formats = project.config("config.yaml")["formats"]
    for name in ("figure-5-boxplot", "ecdf-all"):
        assert {f"figures/ancheta2020/{name}.{extension}" for extension in formats} <= names
    assert r"\begin{tabular}" in (tmp_path / "tables/ancheta2020/anova.tex").read_text(encoding="utf-8")
    traces = DataManager()
    traces.add_folder(str(tmp_path / "ioh" / "ancheta2020"))
    runs = traces.overview.to_pandas()["algorithm_name"].value_counts()
    treatments = project.config("studies/ancheta2020.yaml")["treatments"]
    assert runs.to_dict() == dict.fromkeys(treatments, 5)

    found = [each["text"] for each in read_found(project.folder / "results/ancheta2020/findings.csv")]
    findings = project.folder / "results" / "post1999" / "findings.csv"
    findings.write_text("claim,verdict,text\nS2-C01,differs,Five of {five}</script> & <!-- more.\n", encoding="utf-8")
    report = project.snakemake(ARTICLE, "--report", "report.html")
    assert report.returncode == 0, report.stderr
    text = (project.folder / "report.html").read_text(encoding="utf-8")
    assert "Generations to a no-loss player" in text
    assert "every statement with its verdict" in text
    (description,) = re.findall(r"^ *var workflow_desc = (.*);$", text, flags=re.MULTILINE)
    answers = re.findall(r"<dd>(.*?)</dd>", json.loads(description))
    assert len(answers) == len(project.config("config.yaml")["studies"])
    assert [escape(sentence) in answers[0] for sentence in found[:3]] == [True, True, False]
    assert answers[-1] == "Five of (five)&lt; /script&gt; &amp; &lt; !-- more. (differs)"
    assert not re.search("five.{,9}(</script|<!--)", text)
