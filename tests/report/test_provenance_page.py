"""The page of provenance, and checksums that a program of its own checks."""

import re
import shutil
import subprocess

import pytest
from html_pages import check

from tttcore.report.provenance import SUMS, checksums, write_checksums, write_provenance_page


@pytest.fixture
def results(tmp_path):
    for name, content in {"a2020/runs.parquet": b"runs", "a2020/tables/b.csv": b"b", "tables/a.csv": b"a"}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    return tmp_path


def sums_of(results):
    paths = [results / "tables" / "a.csv", str(results / "a2020" / "tables"), results / "a2020" / "runs.parquet"]
    return checksums(paths, root=results)


def test_checksums_of_files_and_folders(results):
    (results / "a2020" / "tables" / ".snakemake_timestamp").touch()
    found = sums_of(results)
    assert list(found) == ["a2020/runs.parquet", "a2020/tables/b.csv", "tables/a.csv"]
    assert found["tables/a.csv"] == "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb", "FIPS 180-2"


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="no sha256sum")
def test_another_program_checks_them(results):
    write_checksums(results / SUMS, sums_of(results))

    def checked():
        return subprocess.run(["sha256sum", "--check", "--quiet", SUMS], cwd=results, capture_output=True, check=False)

    assert (checked().returncode, checked().stdout) == (0, b"")
    (results / "tables" / "a.csv").write_bytes(b"A")
    assert checked().returncode != 0


def test_page(results):
    path = results / "report" / "provenance.html"
    runs = {
        name: {"seed": 7, "code": code, "packages": packages, "recipes": recipes}
        for name, code, packages, recipes in [
            ("a2020", "0123456789abcdef", {"numpy": "2.4.6"}, {"slow": {"size": 3}}),
            ("b2020", "fedcba9876543210", {"numba": "0.68.1"}, {"fast": {}}),
        ]
    }
    write_provenance_page(
        path,
        studies={"a2020": "A", "b2020": "B"},
        runs=runs,
        replicates={"a2020": {"slow": 10000}, "b2020": {"fast": 1}},
        seed=7,
        scale="paper",
        sums=sums_of(results),
    )
    text = path.read_text(encoding="utf-8")
    page = check(text)
    assert {"a2020", "b2020"} <= set(page.ids), "studies' pages lead here"
    assert re.search(r"<td><code>fedcba9876543210</code></td><td>0.68.1</td><td>–</td>", text)
    assert re.search(r'slow</th><td class="n">10,000</td><td><code>{"size": 3}</code>', text)
    assert all(digest in text for digest in sums_of(results).values())
    assert "../a2020/tables/b.csv" in page.addresses
