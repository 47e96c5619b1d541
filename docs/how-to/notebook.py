"""Write results-in-python.ipynb: the text and the code of results-in-python.md as cells, without outputs."""

import re
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

SOURCE = Path(__file__).with_name("results-in-python.md")
BEGIN = """\
%matplotlib inline
import os

if not os.path.isdir("results"):  # Jupyter starts in the notebook's folder
    os.chdir("../..")
"""
"""Cell before the first of the page; without its first line Jupyter shows no figure that a cell returns."""


def notebook() -> str:
    """Text of the notebook; the same page gives the same bytes."""
    text, *rest = re.split(
        r"^```python\n(.*?)^```\n", SOURCE.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
    )
    parts = [text, BEGIN, "", *rest]
    cells = [
        (new_code_cell if number % 2 else new_markdown_cell)(part.strip(), id=f"part-{number}")
        for number, part in enumerate(parts)
        if part.strip()
    ]
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return nbformat.writes(new_notebook(cells=cells, metadata=kernel)) + "\n"


if __name__ == "__main__":
    SOURCE.with_suffix(".ipynb").write_text(notebook(), encoding="utf-8")
