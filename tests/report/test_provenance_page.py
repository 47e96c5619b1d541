"""The page of provenance, and which part of a manifest is compared with that of other code."""

import html

from html_pages import check

from tttcore.pipeline.manifest import Digests
from tttcore.report.provenance import provenance_context, results_alone
from tttcore.report.site import write_page

MANIFEST = {
    name: Digests(f"{number:064x}", rows)
    for number, (name, rows) in enumerate(
        {
            "a2020/runs.parquet": f"{9:064x}",
            "a2020/tables/b.csv": None,
            "audit/audit.csv": None,
            "tables/a.csv": None,
        }.items()
    )
}
SLOW, FAST = "0123456789abcdef", "fedcba9876543210"
"""Digests of code."""
RECIPES = {"slow": {"size": "<3>"}, "fast": {}, "late": {}}


def test_results_alone():
    assert list(results_alone(MANIFEST)) == ["a2020/runs.parquet", "a2020/tables/b.csv", "tables/a.csv"]


def test_page(tmp_path):
    path = tmp_path / "report" / "provenance.html"
    runs = {
        name: {"seed": 7, "code": code, "packages": packages, "recipes": recipes}
        for name, code, packages, recipes in [
            ("a2020", {"slow": SLOW, "fast": FAST, "late": SLOW}, {"numpy": ["2.4.6", "9.9.9"]}, RECIPES),
            ("b2020", {"fast": FAST}, {"numba": ["0.68.1"]}, {"fast": {}}),
        ]
    }
    write_page(
        path,
        "provenance.html.j2",
        studies={"a2020": "A", "b2020": "B"},
        replicates={"a2020": {"slow": 10000, "fast": 20, "late": 3}, "b2020": {"fast": 1}},
        seed=7,
        scale="paper",
        **provenance_context(runs, MANIFEST),
    )
    text = path.read_text(encoding="utf-8")
    page, unescaped = check(text), html.unescape(text)
    assert {"a2020", "b2020"} <= set(page.ids), "studies' pages lead here"
    slow, fast = (f'<code class="digest">{digest}</code>' for digest in (SLOW, FAST))
    both = f"<td>{slow}, {fast}</td><td>–</td><td>2.4.6, 9.9.9</td>"
    assert both in text, "each digest once, all versions"
    assert f"<td>{fast}</td><td>0.68.1</td><td>–</td>" in text
    row = f'slow</th><td class="n">10,000</td><td>{slow}</td><td><code>{{"size": "<3>"}}</code>'
    assert row in unescaped
    assert f'late</th><td class="n">3</td><td>{slow}</td>' in text
    assert all(digests.bytes in text for digests in MANIFEST.values())
    assert {"../a2020/tables/b.csv", "../MANIFEST.sha256"} <= set(page.addresses)
