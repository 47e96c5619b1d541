"""Renew numbers and pictures of README.md and docs/, and the package's curves, from a finished decisive run.

Usage: python docs/renew_numbers.py [RESULTS]

`numbers.json` beside this file has three lists:

sentences : a file, a phrase that stands in it, and the values that the phrase gives or rests on, by source. A source is
    a folder of results, or `benchmarks` for the project's own, and a selector as in `config/claims`. A phrase without
    numbers is a judgement: if its values change, the command asks for another sentence and leaves both as they are.
copies : pictures and tables, the file of results that each is a copy of, and its SHA-256.
given : by file, numbers that rest on no results, by where they come from.

tests/contract/test_docs_pages.py holds the pages to it.
"""

import hashlib
import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.claims.selectors import Selector, claim_value
from tttcore.pipeline.messages import ConfigError

ROOT = Path(__file__).resolve().parents[1]
NUMBERS = ROOT / "docs" / "numbers.json"


def value_of(source: str, results: Path) -> float | str:
    """Number or text that a source names; ConfigError if its selector fits no row, or more than one."""
    folder, _, selector = source.partition(": ")
    name = Selector.read(selector).table
    if folder == "benchmarks":
        table = pd.DataFrame(json.loads((ROOT / folder / f"{name}.json").read_text(encoding="utf-8"))["results"])
    else:
        table = pd.read_csv(results / folder / f"{name}.csv")
    found = claim_value(selector, {name: table})
    return found.text or found.value


def written(sentence: dict[str, Any]) -> str:
    """Phrase of a sentence with its values."""
    return sentence["phrase"].format(*sentence["values"].values())


def renew(sentence: dict[str, Any], values: dict[str, Any]) -> str:
    """Give a sentence new values and its file the new phrase; return what is to be written anew, or nothing."""
    if "{" not in sentence["phrase"] and values != sentence["values"]:
        return f"{sentence['file']}: {sentence['phrase']!r} rested on {sentence['values']}, and now on {values}"
    file, before = ROOT / sentence["file"], written(sentence)
    sentence["values"] = values
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(before, written(sentence)), encoding="utf-8")
    return "" if before in text else f"{sentence['file']}: has no {before!r}"


def copy(entry: dict[str, str], results: Path) -> None:
    """Copy a file of results."""
    file = ROOT / entry["file"]
    shutil.copyfile(results / entry["from"], file)
    entry["sha256"] = hashlib.sha256(file.read_bytes()).hexdigest()


def main(results: Path) -> None:
    """Renew all, and end with what is to be written anew."""
    run = results / "report" / "provenance.html"
    if not run.exists() or "scale <em>decisive</em>" not in run.read_text(encoding="utf-8"):
        sys.exit(f"error: {results}: no finished run of the scale decisive; run make first")
    numbers = json.loads(NUMBERS.read_text(encoding="utf-8"))
    sentences = numbers["sentences"]
    try:  # all of them before any page is changed
        found = [{source: value_of(source, results) for source in sentence["values"]} for sentence in sentences]
        for entry in numbers["copies"]:
            copy(entry, results)
    except (ConfigError, OSError) as error:
        sys.exit(f"error: {error}")
    asked = [renew(sentence, values) for sentence, values in zip(sentences, found, strict=True)]
    NUMBERS.write_text(json.dumps(numbers, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    if any(asked):
        sys.exit("error: write anew, here and in docs/numbers.json:\n" + "\n".join(filter(None, asked)))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "results")
