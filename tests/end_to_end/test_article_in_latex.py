"""The article of the small project in LaTeX. Skips loudly where there is none, and fails there if one is required."""

import os
import re
import shutil
import subprocess
import warnings

import pytest
from helpers.hostile import DENSE, SPACED
from helpers.project import SHRINK

from tttcore.exchange.article_tex import declared, tex

REQUIRED = "TTT_LATEX_REQUIRED"
"""Environment variable: set where a missing LaTeX is a failure."""
WIDEST = 12
"""Points by which a line may be too long: less than half a margin."""
FEWEST = 20
"""Pages that the article has at least: a section and a table of statements of each document."""


@pytest.fixture(scope="module")
def latex():
    """Run LaTeX on a file as often as it takes for references, and return what it says the last time."""
    program = shutil.which("pdflatex")
    if not program:
        _missing("no pdflatex on the path (Debian: texlive-latex-recommended)")

    def run(file):
        for _ in range(2):
            made = subprocess.run(
                [program, "-interaction=nonstopmode", "-halt-on-error", file.name],
                check=False, capture_output=True, cwd=file.parent, env={**os.environ, "max_print_line": "1000"},
            )  # fmt: skip
            said = made.stdout.decode(errors="replace")
            assert made.returncode == 0, said[-2000:]
        return said

    return run


@pytest.fixture
def article(bundled, tmp_path):
    """The article unpacked."""
    return shutil.copytree(bundled.folder / "article", tmp_path / "article") / "article.tex"


def test_compiles_without_loose_ends(latex, article):
    said = latex(article)
    assert re.findall(r".*(?:undefined|multiply|Rerun|not define).*", said) == []
    too_wide = [float(points) for points in re.findall(r"Overfull \\hbox \(([\d.]+)pt too wide\)", said)]
    assert max(too_wide, default=0) < WIDEST
    pages, size = map(int, re.search(r"Output written on article\.pdf \((\d+) pages, (\d+) bytes\)", said).groups())
    assert pages >= FEWEST
    assert article.with_suffix(".pdf").stat().st_size == size
    assert "mktexpk" not in said


def test_a_missing_number_is_an_error(article):
    program = shutil.which("pdflatex") or _missing("no pdflatex on the path")
    results = article.with_name("results.tex")
    lost = re.sub(
        r"^\\defineresult\{verdicts\.all\.reproduced\}.*\n", "", results.read_text(encoding="utf-8"), flags=re.M
    )
    results.write_text(lost, encoding="utf-8")
    made = subprocess.run(
        [program, "-interaction=nonstopmode", "-halt-on-error", article.name],
        check=False, capture_output=True, cwd=article.parent,
    )  # fmt: skip
    assert made.returncode != 0
    assert b"results.tex does not define verdicts.all.reproduced" in made.stdout.replace(b"\n", b"")


def test_texts_that_are_hard_to_set(latex, article):
    """Whatever stands in a statement or a title, it is text to LaTeX."""
    told = "\n\n".join(map(tex, (*SPACED, *DENSE, "żłñ ≥ ≤ ± ² ⁻¹ ₂ χ “quoted” – 中文 ½ ﬁ \\end{document} %")))
    text = article.read_text(encoding="utf-8").replace(r"\end{document}", f"\n{told}\n\\end{{document}}")
    article.write_text(text, encoding="utf-8")
    results = article.with_name("results.tex").read_text(encoding="utf-8")
    article.with_name("signs.tex").write_text(declared(text + results), encoding="utf-8")
    latex(article)


def test_the_bibliography_is_one(latex, article):
    """BibTeX reads all documents of the file that the metadata name."""
    program = shutil.which("bibtex") or _missing("no bibtex on the path")
    cited = article.with_name("cited.tex")
    signs = article.with_name("signs.tex").read_text(encoding="utf-8")
    cited.write_text(
        "\\documentclass{article}\\usepackage[utf8]{inputenc}" + signs + "\\begin{document}\\nocite{*}"
        "\\bibliographystyle{plain}\\bibliography{bibliography}\\end{document}\n",
        encoding="utf-8",
    )
    latex(cited)
    made = subprocess.run([program, "cited"], check=False, capture_output=True, text=True, cwd=article.parent)
    assert made.returncode == 0, made.stdout
    latex(cited)
    assert cited.with_suffix(".bbl").read_text(encoding="utf-8").count(r"\bibitem") == len(SHRINK)


def _missing(reason):
    if os.environ.get(REQUIRED):
        pytest.fail(f"{reason}, and {REQUIRED} is set")
    warnings.warn(reason, stacklevel=1)
    pytest.skip(reason)
