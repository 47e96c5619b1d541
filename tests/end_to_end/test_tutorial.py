"""The tutorial's commands and programs do what it says, one after another, in a folder of their own."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from helpers.project import ROOT

PAGE = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(sh|yaml|csv|python)\n(.*?)^```", PAGE, flags=re.MULTILINE | re.DOTALL)


def step(kind: str, text: str, folder: Path) -> str:
    """Do what a reader of a block does, in the project's folder."""
    if kind == "yaml":
        study = folder / "config" / "studies" / "gardner1962.yaml"
        line = "opponents" if "opponents" in text else "person"
        before, found, after = re.split(rf"(^  {line}: .*\n)", study.read_text(encoding="utf-8"), flags=re.MULTILINE)
        study.write_text(before + found * (line == "person") + text + after, encoding="utf-8")
        return ""
    if kind == "csv":
        with (folder / "config" / "claims" / "gardner1962.csv").open("a", encoding="utf-8") as claims:
            claims.write(text)
        return ""
    command = ["bash", "-ec", text] if kind == "sh" else [sys.executable, "-c", text]
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": tools, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=folder, env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_tutorial(tmp_path, counted):
    """With the facts of 3x3 counted beforehand, and a tenth of the runs."""
    (_, begin), *blocks = BLOCKS
    step("sh", begin, tmp_path)
    folder = tmp_path / "lesson"
    for part in ("results", ".snakemake"):
        shutil.copytree(counted.folder / part, folder / part)
    said = "".join(step(kind, text.replace("replicates=200", "replicates=100"), folder) for kind, text in blocks)
    assert [kind for kind, _ in BLOCKS] == ["sh", "yaml", "yaml", "csv", "sh", "python", "sh", "python"]
    assert said.count("31 to 50") == 1
    assert re.search(r"S5-C02 +19\.0 .*differs", said)
    assert re.search(r"S5-C04 .*undecided", said)
    assert re.search(r"S5-T01 .*(reproduced|differs|undecided)", said)
    assert (folder / "learning.png").stat().st_size > 10_000
    assert "S5-T01" in (folder / "results" / "report" / "gardner1962.html").read_text(encoding="utf-8")
