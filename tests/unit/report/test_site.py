"""Common parts of pages: templates, navigation, shared files, colours that can be read, and copies of figures."""

import colorsys
import re
from itertools import product

import numpy as np
import pytest
from helpers.pages import Page
from helpers.texts import message
from jinja2 import UndefinedError
from matplotlib.figure import Figure
from PIL import Image

from tttcore.claims.outcomes import CHOICE_OUTCOMES
from tttcore.claims.sentences import SENTENCE_OUTCOMES
from tttcore.plots.line_styles import CROSS_COLOUR, NOUGHT_COLOUR, PALETTE
from tttcore.plots.style import save
from tttcore.report import site
from tttcore.report.images import COLOURS, copy_as_webp, pictures
from tttcore.report.site import shared_files, template_source

STUDIES = {"a1962": "A & B 1962, second-hand", "b1999": "C"}
TEMPLATES = sorted(file.name for folder in site.FOLDERS for file in (folder / "templates").iterdir())
PAGE = '{% extends "base.html.j2" %}{% block body %}{{ text }}{% endblock %}'


@pytest.fixture
def templates(monkeypatch):
    """Templates made up by a test, by name; the others stay."""
    made = {"page.j2": PAGE}
    monkeypatch.setattr(site, "template_source", lambda name: made.get(name) or template_source(name))
    site._environment.cache_clear()
    yield made
    site._environment.cache_clear()


@pytest.fixture
def written(tmp_path, templates):
    """`written("b1999.html", text="x")`: text of a page from the template."""

    def write(name, **values):
        site.write_page(tmp_path / name, "page.j2", studies=STUDIES, **values)
        return (tmp_path / name).read_text(encoding="utf-8")

    return write


def test_a_page_is_found_from_every_other(written):
    """By a short name."""
    text = written("a1962.html", text="x < y")
    assert "x &lt; y" in text
    page = Page.read(text)
    links = [link["href"] for link in page.of("a") if link["href"].endswith(".html")]
    assert links == [*site.FIRST, "a1962.html", "b1999.html", *site.LAST]
    assert [link["href"] for link in page.of("a") if link.get("aria-current") == "page"] == ["a1962.html"]
    assert page.of("a")[0] == {"class": "skip", "href": "#content"}
    assert "<title>A &amp; B 1962 – " in text
    assert ">A &amp; B 1962</a>" in text
    assert "second-hand" not in text


def test_pages_of_a_trial_say_so_and_link_to_no_times(written):
    trial, whole = (written("index.html", text="", trial=trial) for trial in (True, False))
    told = "quick: a trial of few, short runs"
    assert (told in trial, told in whole) == (True, False)
    links = [link for link in Page.read(whole).of("a") if link["href"] != "timings.html"]
    assert Page.read(trial).of("a") == links != Page.read(whole).of("a")


@pytest.mark.parametrize(("here", "values"), [("b1999.html", {}), ("c.html", {"text": ""})])
def test_what_is_not_there_is_an_error(tmp_path, written, here, values):
    with pytest.raises(UndefinedError):
        written(here, **values)
    assert not list(tmp_path.iterdir())


def test_digests_change_with_every_template_label_and_shared_file(templates, monkeypatch):
    def digest():
        site.page_templates_digest.cache_clear()
        return site.page_templates_digest()

    before = digest()
    for name in ("study.html.j2", "base.html.j2"):
        templates[name] = template_source(name) + "<!-- more -->"
        assert digest() != before, name
        del templates[name]
    for labels in (site.FIRST, site.LAST):
        with monkeypatch.context() as changed:
            changed.setitem(labels, next(iter(labels)), "Another label")
            assert digest() != before
    assert digest() == before
    shared, changed = site.shared_digest(), {**shared_files(), "style.css": b""}
    monkeypatch.setattr(site, "shared_files", lambda: changed)
    assert site.shared_digest() != shared


def test_templates_have_no_scripts_and_styles_of_their_own():
    """A page's policy forbids scripts within it; pages that hold their own name their digests."""
    for name in TEMPLATES:
        text = template_source(name)
        assert not re.search(r"\son[a-z]+=|javascript:", text), name
        alone = name in {f"{page}.html.j2" for page in ("boxes", "enter", "learn", "one_file", "play")}
        assert alone or not re.search(r"<script>|<style", text), name
    linked = {name for each in TEMPLATES for name in re.findall(r'"assets/([^"]+)"', template_source(each))}
    assert linked == set(shared_files())
    assert not re.search(rb"@import|url\(", shared_files()["style.css"])


@pytest.mark.parametrize(("text", "wanted"), [
    ("`a_b` < 1 (`c`).", "<code>a_b</code> &lt; 1 (<code>c</code>)."),
    ("`<b>`", "<code>&lt;b&gt;</code>"), ("a`b`c", "a`b`c"), ("`a", "`a"),
])  # fmt: skip
def test_names_between_backticks_are_code(text, wanted):
    assert site.prose(text) == wanted


@pytest.mark.parametrize(("authors", "wanted"), [
    ("A. B. Post", "Post 1999"), ("A. One, B. Two", "One and Two 1999"), ("A One and B Two", "One and Two 1999"),
    ("A One, B Two, C Three", "One et al. 1999"), ("One, Two and Three", "One et al. 1999"), ("", "A title 1999"),
])  # fmt: skip
def test_documents_are_cited(authors, wanted):
    assert site.cited({"title": "A title", "authors": authors, "year": 1999}) == wanted
    assert (
        site.cited({"title": "A title", "authors": authors, "year": 1999, "retold": True}) == f"{wanted}, second-hand"
    )


STYLE = shared_files()["style.css"].decode()
LIGHT, DARK, *_ = (
    dict(re.findall(r"--(\w+): (#[0-9a-f]{3,6});", block)) for block in re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)
)
CLASSES = [outcome.replace(" ", "-") for outcome in SENTENCE_OUTCOMES]
LEAST = 4.5
"""Contrast of small text, by WCAG 2.2, AA."""


def parts(colour):
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    return [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]


def contrast(one, other):
    def luminance(colour):
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
        return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    darker, lighter = sorted(map(luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_verdicts_and_marks_can_be_read():
    """On paper, in a row that is pointed at, and in one that a link leads to; marks have the hues of figures."""
    for colours, outcome in product((LIGHT, DARK), CLASSES):
        name = re.search(rf"^\.{outcome} \{{.* color: var\(--(\w+)\)", STYLE, re.MULTILINE)[1]
        paper, raised, link = (parts(colours[each]) for each in ("paper", "raised", "link"))
        marked = [0.14 * ink + 0.86 * light for ink, light in zip(link, paper, strict=True)]
        assert all(contrast(parts(colours[name]), each) >= LEAST for each in (paper, raised, marked)), outcome
    for colours, (mark, drawn) in product((LIGHT, DARK), (("cross", CROSS_COLOUR), ("nought", NOUGHT_COLOUR))):
        assert contrast(parts(colours[mark]), parts(colours["paper"])) >= LEAST
        hues = [colorsys.rgb_to_hsv(*parts(colour))[0] for colour in (colours[mark], drawn)]
        assert abs(hues[0] - hues[1]) < 0.02


def test_each_verdict_has_a_colour_and_a_pattern_of_its_own_and_choices_look_like_none():
    rule = r"^\.{} \{{ --pattern: (.*?); color: (.*?); \}}"
    rules = [re.search(rule.format(outcome), STYLE, re.MULTILINE).groups() for outcome in CLASSES]
    assert all(len(set(kind)) == len(SENTENCE_OUTCOMES) for kind in zip(*rules, strict=True))
    (selectors,) = re.findall(r"^(\.taken.*) \{ --mark: none; color: var\(--none\); \}", STYLE, re.MULTILINE)
    assert selectors.split(", ") == [f".{outcome.replace(' ', '-')}" for outcome in CHOICE_OUTCOMES]


WAVES = {"name": "kind", "title": "Waves", "caption": "Some.", "claims": ["S0-C01"]}
SETTINGS = {"waves": WAVES, "more-waves": {"name": "kind", "title": "More", "caption": "Others."}}


@pytest.fixture(scope="module")
def waves(tmp_path_factory):
    """Files of a figure in all colours of the project."""
    figure = Figure()
    axes = figure.subplots()
    for place, colour in enumerate(PALETTE):
        axes.plot(np.sin(np.linspace(place, place + 9, 200)) + place, color=colour, label=colour)
        axes.fill_between(range(200), place, place + 0.3, color=colour, alpha=0.3)
    axes.legend()
    folder = tmp_path_factory.mktemp("waves") / "results" / "a2020" / "figures"
    files = [folder / f"waves.{kind}" for kind in ("png", "svg", "pdf")]
    save(figure, files)
    return files


def test_a_copy_is_small_looks_the_same_and_has_the_same_bytes(waves, tmp_path):
    copy, again = tmp_path / "copy.webp", tmp_path / "again.webp"
    size = copy_as_webp(waves[0], copy)
    assert copy.stat().st_size < waves[0].stat().st_size / 2
    with Image.open(waves[0]) as first, Image.open(copy) as second:
        assert first.size == second.size == size
        assert len(second.getcolors()) <= COLOURS
        difference = np.asarray(first.convert("RGB"), float) - np.asarray(second.convert("RGB"), float)
    assert np.sqrt((difference**2).mean()) < 4, "of 255"
    assert np.quantile(np.abs(difference), 0.999) < 32
    copy_as_webp(waves[0], again)
    assert copy.read_bytes() == again.read_bytes()


def test_pictures_of_a_page(waves, tmp_path):
    files = [
        tmp_path / f"results/a2020/figures/{name}{file.suffix}" for name in ("more-waves", "waves") for file in waves
    ]
    files[0].parent.mkdir(parents=True)
    for file, source in zip(files, 2 * waves, strict=True):
        file.write_bytes(source.read_bytes())
    page = tmp_path / "results" / "report" / "a2020.html"
    first, second = pictures(SETTINGS, map(str, files), page=page, folder="a2020")
    assert (first.name, first.title, first.caption, first.claims) == ("waves", "Waves", "Some.", ["S0-C01"])
    assert (second.name, list(second.claims)) == ("more-waves", [])
    assert first.files == {kind: f"../a2020/figures/waves.{kind}" for kind in ("png", "svg", "pdf")}
    for shown in (first, second):
        assert shown.image == f"figures/a2020/{shown.name}.webp"
        with Image.open(page.parent / shown.image) as copy:
            assert copy.size == (shown.width, shown.height)
    told = message(pictures, {"waves": WAVES}, waves[1:], page=page, folder="a2020")
    assert told == "figure 'waves' has no PNG; formats: svg, pdf"


def test_a_damaged_picture_is_told_by_name(tmp_path):
    """Cut short anywhere, or with another bit: refused in one line, or still a picture."""
    file = tmp_path / "waves.png"
    Image.new("RGB", (4, 3)).save(file)
    whole = file.read_bytes()
    spoilt = [whole[:place] for place in range(len(whole) - 12)]
    spoilt += [whole[:place] + bytes([each ^ 1]) + whole[place + 1 :] for place, each in enumerate(whole)]
    told = []
    for content in spoilt:
        file.write_bytes(content)
        told.append(message(copy_as_webp, file, tmp_path / "copy.webp"))
    refused = [each for each in told if each != "accepted"]
    damaged = re.compile(rf"{re.escape(str(file))}: damaged or cut short \(.+\); delete it and run again")
    assert len(refused) > len(spoilt) / 2
    assert all(map(damaged.fullmatch, refused))
    with pytest.raises(FileNotFoundError, match=r"none\.png"):
        copy_as_webp("none.png", tmp_path / "copy.webp")
