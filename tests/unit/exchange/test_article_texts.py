"""Texts in LaTeX and Markdown say what they said, by a renderer and by their rules; methods say what studies say."""

import re
import unicodedata
from dataclasses import replace

import pytest
from helpers.hostile import DENSE, HOSTILE, SPACED, hostile
from helpers.project import ROOT
from markdown_it import MarkdownIt

from tttcore.exchange.article_tex import FOLDER, Tex, declared, key, latex, markdown, markdown_code, render, tex, words
from tttcore.exchange.methods import flat, meanings, methods
from tttcore.pipeline.config import read_yaml
from tttcore.project import checked_studies

TEXTS = [
    *SPACED, *DENSE, HOSTILE, "", "a\n\n| b", "# a #", "a\\", "\\|", "`", "*", "[x] y", "−1 to ∞, $-$",
    "\\input{/etc/passwd}", "a\x00b\x1b[1m",
]  # fmt: skip
RENDERER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
WORDS = {
    r"\textbackslash{}": "\\", r"\textasciitilde{}": "~", r"\textasciicircum{}": "^",
    r"\textless{}": "<", r"\textgreater{}": ">", r"\textbar{}": "|", "$-$": "−", r"$\infty$": "∞",
}  # fmt: skip
each_text = pytest.mark.parametrize("text", TEXTS)


def shown(text):
    """What a text is without what can't be seen, on a line."""
    return "".join(sign for sign in " ".join(text.split()) if unicodedata.category(sign)[0] != "C")


def inlines(source, parent):
    """Words of all elements of a type, none of which has markup in it."""
    tokens = RENDERER.parse(source)
    found = [tokens[place + 1] for place, token in enumerate(tokens) if token.type == parent]
    assert {child.type for each in found for child in each.children} <= {"text", "text_special", "code_inline"}
    assert not any(token.type.startswith("html") for token in tokens)
    return ["".join(child.content for child in inline.children) for inline in found]


@pytest.mark.parametrize("escape", [markdown, markdown_code])
@each_text
def test_markdown_shows_a_text_as_it_is(text, escape):
    assert inlines(f"## {escape(text)}\n", "heading_open") == [shown(text)]
    table = f"| a | b |\n| --- | --- |\n| {escape(text)} | {escape(text)} |\n"
    assert inlines(table, "td_open") == [shown(text)] * 2


def test_code_is_code_where_it_can_be():
    assert markdown_code("select.by.name") == "`select.by.name`"
    assert markdown_code("h0 | d1") == r"h0 \| d1"


@each_text
def test_latex_shows_a_text_as_it_is(text):
    """Every command is one that stands for a sign, and nothing that is special stands alone."""
    parts = re.split(r"(\\text[a-z]+\{\}|\$-\$|\$\\infty\$|\\[&%$#_{}]|\{[\[\]*]\})", latex(text))
    assert not any(re.search(r"[\\&%$#_{}~^<>|\[\]*\n]", part) for part in parts[::2])
    parts[1::2] = (WORDS.get(part) or re.sub(r"^\\|^\{|\}$(?<=..\})", "", part) for part in parts[1::2])
    assert "".join(parts) == shown(text)


def test_names_differ_where_parts_do():
    parts = [("a b",), ("a", "b"), ("a.b",), ("a+20+b",), ("a-b",), ("ä",), ("a", ""), ("", "a"), ("{a}",)]
    names = [key(*each) for each in parts]
    assert len(set(names)) == len(parts)
    assert all(re.fullmatch(r"[A-Za-z0-9.+-]+", name) for name in names)
    assert key("S0-C19", "verdict") == "S0-C19.verdict"


def test_texts_are_escaped_once():
    assert tex(tex('a & `b_c` "d"')) == r"a \& \texttt{b\_c} ''d''"
    assert [words(part) for part in (" a ", "b", " ", "", Tex("$x$ "))] == [" a ", "b", " ", "", "$x$ "]
    nothing = {"documents": [], "outcomes": {}, "errors": [], "margins": [], "readings": {}, "abstract": ""}
    told = dict.fromkeys(("scale", "chance", "level", "level_of_error"), "")
    cited = {"title": "x: y", "version": "1", "license": "MIT"}
    settings = {"program": "x", "count": lambda _: "", "seed": 1, "citation": cited}
    assert tex(HOSTILE) in render(
        "article.tex.j2", {**nothing, **told, **settings, "title": HOSTILE, "authors": [HOSTILE]}
    )


@pytest.mark.parametrize(("sign", "set_as"), [
    ("ż", r"\.{z}"), ("ł", r"\l{}"), ("ñ", r"\~{n}"), ("≥", r"\ensuremath{\geq}"), ("²", r"\ensuremath{^{2}}"),
    ("⁻", r"\ensuremath{^{-}}"), ("₁", r"\ensuremath{_{1}}"), ("–", "--"), ("中", "[U+4E2D]"), ("ﬁ", "[U+FB01]"),
    ("½", "[U+00BD]"),
])  # fmt: skip
def test_signs_beyond_ascii_are_declared(sign, set_as):
    assert declared(f"a{sign}b{sign}") == f"\\DeclareUnicodeCharacter{{{ord(sign):04X}}}{{{set_as}}}\n"


@pytest.mark.parametrize("name", sorted({file.name for file in FOLDER.iterdir()} - {"preamble.tex.j2"}))
def test_templates_hold_no_numbers(name):
    """Whatever has digits comes from the configuration or from results, but in commands, widths and a name."""
    source = (FOLDER / name).read_text(encoding="utf-8")
    no_numbers = r"<%.*?%>|0\.\d+\\text(width|height)|\\multicolumn\{\d\}|SHA-256"
    assert re.findall(r".*\d.*", re.sub(no_numbers, "", source)) == []


@pytest.fixture(scope="module")
def studies():
    return checked_studies(read_yaml(ROOT / "config" / "config.yaml"), folder=ROOT / "config")


@pytest.fixture(scope="module")
def text(studies):
    return methods(studies.values(), scale="paper", seed=17)


def test_nested_settings_become_dotted_keys():
    nested = {"select": {"by": {"name": "losses"}}, "pool": ["parents", "mutated"], "games": 300}
    assert [*flat(nested)] == [("select.by.name", "losses"), ("pool", "parents, mutated"), ("games", "300")]


def test_methods_name_the_seed_every_treatment_with_its_runs_and_every_parameter(studies, text):
    sections = dict(zip(studies, re.split(r"^## ", text, flags=re.MULTILINE)[1:], strict=True))
    for name, study in studies.items():
        assert sections[name].startswith(f"{study.config['authors']} ({study.config['year']})")
        for treatment in study.treatments.values():
            runs = treatment.replicates["paper"]
            assert f"| `{treatment.name}` | {treatment.protocol} | {runs:,} |" in sections[name]
        known = meanings(study.engine)
        assert [parameter for parameter in study.config["defaults"] if known[parameter] not in text] == []
    assert "the seed 17." in text


def test_sizes_of_the_scale_quick_are_told_there_alone(studies, text):
    tried = methods(studies.values(), scale="quick", seed=17)
    for size in ("no number is larger than `games`: 5.", "`quick.games`: 2000"):
        assert (size in tried, size in text) == (True, False)


def test_tables_are_regular(text):
    tables = re.findall(r"(?:^\|.*\n)+", text, flags=re.MULTILINE)
    assert tables
    for table in tables:
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1


def test_texts_of_users_are_no_markup(studies):
    """Elements and their number are those of harmless texts."""
    study = studies["osipa2017"]
    own = study.config

    def elements(say):
        config = own | {key: say(own[key]) for key in ("authors", "title")}
        config["comparisons"] = {say(name): {say(label): each for label, each in members.items()}
                                 for name, members in own["comparisons"].items()}  # fmt: skip
        config["tables"] = {}
        config["figures"] = {name: each | {"title": say(each["title"])} for name, each in own["figures"].items()}
        config["defaults"] = own["defaults"] | {"players": {say("p"): {"name": say("q")}}}
        tokens = RENDERER.parse(methods([replace(study, config=config)], scale="paper", seed=1))
        found = [each.type for token in tokens for each in (token, *(token.children or []))]
        return [each for each in found if each not in ("text", "text_special", "code_inline")]

    assert elements(hostile) == elements(str)
    assert {"html_block", "html_inline", "link_open", "image"}.isdisjoint(elements(hostile))
