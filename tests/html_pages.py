"""Checks of any page of the report, by a parser of its own."""

import base64
import hashlib
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import pairwise

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
    """A page that needs no network, leaves nothing undefined and can be read by everybody."""
    page = Page.read(text)
    assert not any(re.match(r"[a-z]+:|//", address) for address in page.addresses)
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
