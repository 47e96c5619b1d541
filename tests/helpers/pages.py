"""Pages of the report, as tests read them: text, links, letters' sizes."""

import base64
import hashlib
import html
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pandas as pd
from helpers.project import ROOT
from helpers.tables import verdict_row, verdict_table
from matplotlib.text import Text

from tttcore.claims.error_rates import COLUMNS
from tttcore.claims.outcomes import CHOICES, REPRODUCTION_OF_BASIS
from tttcore.claims.schemas import AUDIT
from tttcore.claims.sentences import with_sentence_verdicts
from tttcore.engines.study_files import read_study
from tttcore.report.audit import audit_context
from tttcore.report.site import write_page
from tttcore.stats.published_design import design_grid
from tttcore.studies.tables import tables_of

VOID = {"meta", "link", "img", "br", "col", "input", "hr"}
PLACES = {"href", "src"}
SVG = "http://www.w3.org/2000/svg"
"""Name of a kind of element, which is no address that a page would load."""


@dataclass
class Page(HTMLParser):
    """Tags of a page with their attributes, in order; an element that is closed wrongly is an error."""

    tags: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    def __post_init__(self):
        super().__init__()

    @classmethod
    def read(cls, text: str) -> "Page":
        page = cls()
        page.feed(text)
        page.close()
        assert page.open == []
        return page

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open[-1] == tag, f"</{tag}> closes <{self.open[-1]}>"
        self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("script", "style"):
            self.words.append(data)

    def of(self, tag: str) -> list[dict[str, str | None]]:
        """Attributes of every such element."""
        return [attributes for name, attributes in self.tags if name == tag]

    @property
    def ids(self) -> list[str]:
        return [attributes["id"] for _, attributes in self.tags if "id" in attributes]

    @property
    def addresses(self) -> list[str]:
        """Where the page leads and what it loads."""
        return [attributes[place] for _, attributes in self.tags for place in PLACES & set(attributes)]


def check(text: str) -> Page:
    """A page that needs no network, leaves nothing undefined and can be read by everybody; links may lead to one."""
    page = Page.read(text)
    away = {link.get("href") for link in page.of("a") if (link.get("href") or "").startswith("https://")}
    assert not any(re.match(r"(?!data:image/)[a-z]+:|//", address) for address in page.addresses if address not in away)
    assert not re.search(r"\b(Undefined|nan|None|NaN)\b|\{\{|\{%", "".join(page.words))
    assert len(page.ids) == len(set(page.ids))
    assert {address[1:] for address in page.addresses if address.startswith("#")} <= set(page.ids)
    assert page.of("html") == [{"lang": "en"}]
    assert len(page.of("h1")) == len(page.of("main")) == 1
    assert any(meta.get("http-equiv") == "Content-Security-Policy" for meta in page.of("meta"))
    assert all("alt" in image for image in page.of("img"))
    assert len(page.of("caption")) == sum("aria-label" not in table for table in page.of("table"))
    assert all(head.get("scope") in ("col", "row", "rowgroup") for head in page.of("th"))
    assert all(script.get("src") or script.get("type") == "application/json" for script in page.of("script"))
    assert not any(name.startswith("on") for _, attributes in page.tags for name in attributes)
    assert [link["aria-current"] for link in page.of("a") if "aria-current" in link] == ["page"]
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
    assert all(deeper - level <= 1 for level, deeper in pairwise(levels))
    return page


def check_alone(text: str) -> str:
    """A page of a single file, which loads nothing and may run what it holds and no more; returns its policy."""
    assert not re.search(r"https?:|<link|<img|@import|url\(|\ssrc=|\sstyle=|\son[a-z]+=\"", text.replace(SVG, ""))
    assert not re.search(r"\{\{|\{%", text)
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)[1].replace("&#39;", "'")
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    for kind in ("script", "style"):
        held = re.findall(rf"<{kind}(?: data-worker)?>(.*?)</{kind}>", text, flags=re.DOTALL)
        hashes = {"sha256-" + base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in held}
        assert set(re.search(rf"{kind}-src ([^;]+)", policy)[1].replace("'", "").split()) == (hashes or {"none"})
    return policy


NAME = "ancheta2020"
STUDY = read_study(ROOT / "config" / "studies" / f"{NAME}.yaml").config
SETS = ["published", "listed, first 30", "listed", "seat"]
GRID = design_grid(groups=3, per_group=[10, 30, 100], f=[0.0, 0.2, 0.4], alphas=[0.05, 0.1], spread=2.0)
EVIDENCE = {
    "reading": "control-listed; umg-listed",
    "figures": "ecdf-all; differences",
    "seed": 2020,
    "code": "0123abcd",
    "table": f"results/{NAME}/tables/pairwise.csv",
    "made_by": "statistics",
    "config": f"config/studies/{NAME}.yaml: tables.pairwise",
}
ERROR_RATES = pd.DataFrame(
    [("range", "mean", "normal", 30, 0, "border", 0.025, 0.02, 640, 2, 0.006)], columns=[*COLUMNS]
)


def audit_of(verdicts: pd.DataFrame) -> pd.DataFrame:
    """Verdicts with all that an audit adds; the null result is the last, and isn't counted."""
    null = verdict_row(STUDY["null_result"]["claim"], statement="Nothing", counted=False)
    rows = [
        row
        | (EVIDENCE if row["measure"] else {name: None if name == "seed" else "" for name in EVIDENCE})
        | {"study": NAME, "document": "A", "ours": row["measured"], "reproduction": REPRODUCTION_OF_BASIS[row["basis"]]}
        for row in with_sentence_verdicts(verdict_table(*verdicts.to_dict("records"), null)).to_dict("records")
    ]
    return pd.DataFrame(rows, columns=AUDIT.names).astype({"seed": "Int64"})


def written(path: Path, verdicts: pd.DataFrame, *, trial: bool = False) -> Path:
    """The page of these verdicts."""
    shown = {name: table.shown for name, table in tables_of(STUDY, NAME).items()}
    asked = STUDY["null_result"]
    tables = {
        name: pd.DataFrame(dict.fromkeys(shown[name], [0.25] * len(SETS))).assign(set=SETS) for name in asked["tables"]
    }
    tables["anova"]["source"] = "treatments"
    tables[asked["grid"]] = GRID
    audit = audit_of(verdicts)
    is_choice = audit["kind"].isin(CHOICES)
    parts = {"audit": audit[~is_choice], "choices": audit[is_choice]}
    context = audit_context({NAME: STUDY}, **parts, tables={NAME: tables}, error_rates=ERROR_RATES)
    write_page(path, "audit.html.j2", studies={NAME: STUDY["title"]}, trial=trial, **context)
    return path


LEAST = 8
"""Points that people can read."""
_PAGE = (62 - 1) * 16 / 96
"""Inches of a figure on a wide screen: 62 rem with a margin of half a rem, see ``assets/style.css``."""
_PIXELS = 150 / 96
"""Inches of a narrow figure on a screen, by those on paper."""


def smallest(figure):
    """Points of the smallest letters of a figure, in the size in which its page shows it."""
    shown = [text for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip()]
    return min(text.get_fontsize() for text in shown) * min(_PIXELS, _PAGE / figure.get_size_inches()[0])


def outline(text):
    """What the main part of a page says, a line for each block after its id and class; links lead to (places)."""
    main = re.search(r"<main.*?>(.*)</main>", re.sub(r"<(script|svg)\b.*?</\1>", "", text, flags=re.DOTALL), re.DOTALL)[
        1
    ]
    main = re.sub(r'<img[^>]*? src="([^"]*)"[^>]*>', r"picture (\1) ", re.sub(r"\s+", " ", main))
    main = re.sub(r'<a [^>]*?href="([^"]*)"[^>]*>(.*?)</a>', r"\2 (\1)", main)
    blocks = r"h[1-6]|p|ul|ol|li|tr|dt|summary|figure|table|details|section|option|label|caption|pre|div"
    for before, tags in (("\n", blocks), (" | ", "t[dh]"), (": ", "dd"), (" ", "span|br")):
        main = re.sub(rf"<(?:{tags})\b([^>]*)>", lambda found, before=before: before + _names(found[1]), main)
    lines = (" ".join(line.split()) for line in html.unescape(re.sub(r"<[^>]*>", "", main)).splitlines())
    return "\n".join(line for line in lines if line == ".parts" or not re.fullmatch(r"(\.[\w.-]+)?", line))


def _names(attributes):
    named = re.findall(r'(?<![-\w])(id|class)="([^"]*)"', attributes)
    return "".join(f"{'#' if kind == 'id' else '.'}{name.replace(' ', '.')} " for kind, name in named)
