"""All pages of the report, made again from finished results; left out loudly where there are none."""

import subprocess
import sys
import time
from pathlib import Path

from tttcore.report.site import FIRST, LAST

ROOT = Path(__file__).resolve().parents[1]
REPORT = ROOT / "results" / "report"


def measure(_: int) -> dict[str, float]:
    """Seconds on two cores from the start of Snakemake until every page is written, once; size of the whole report."""
    pages = sorted(REPORT.glob("*.html"))
    if not {*FIRST, *LAST} <= {page.name for page in pages}:
        print("report: results are not there, left out; make them first", file=sys.stderr)
        return {}
    names = [str(page.relative_to(ROOT)) for page in pages]
    command = [sys.executable, "-m", "snakemake", "--cores", "2", "--quiet", "--rerun-triggers", "mtime", "--force"]
    begin = time.perf_counter()
    subprocess.run([*command, *names], check=True, cwd=ROOT, capture_output=True)
    taken = time.perf_counter() - begin
    size = sum(file.stat().st_size for file in REPORT.rglob("*") if file.is_file())
    return {"report: seconds for all pages": taken, "report: MB": size / 1e6}
