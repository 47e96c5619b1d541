"""The methods section says what the configuration says."""

import re
from dataclasses import replace

import pytest
import yaml
from helpers.hostile import hostile
from helpers.project import ROOT
from markdown_it import MarkdownIt

from tttcore.exchange.methods import flat, meanings, methods
from tttcore.project import checked_studies

TEXT = ("text", "code_inline")


@pytest.fixture(scope="module")
def studies():
    settings = yaml.safe_load((ROOT / "config" / "config.yaml").read_text(encoding="utf-8"))
    return checked_studies(settings, folder=ROOT / "config")


@pytest.fixture(scope="module")
def text(studies):
    return methods(studies.values(), scale="paper", seed=17)


def test_nested_settings_become_dotted_keys():
    nested = {"select": {"by": {"name": "losses"}}, "pool": ["parents", "mutated"], "games": 300}
    assert [*flat(nested)] == [("select.by.name", "losses"), ("pool", "parents, mutated"), ("games", "300")]


def test_names_every_treatment_with_its_runs(studies, text):
    sections = dict(zip(studies, re.split(r"^## ", text, flags=re.MULTILINE)[1:], strict=True))
    for name, study in studies.items():
        assert sections[name].startswith(f"{study.config['authors']} ({study.config['year']})")
        for treatment in study.treatments.values():
            runs = treatment.replicates["paper"]
            assert f"| `{treatment.name}` | {treatment.protocol} | {runs:,} |" in sections[name]


def test_explains_every_parameter(studies, text):
    for study in studies.values():
        known = meanings(study.engine)
        for key in study.config["defaults"]:
            assert known[key] in text


def test_sizes_of_the_scale_quick_are_told_there_alone(studies, text):
    tried = methods(studies.values(), scale="quick", seed=17)
    for size in ("no number is larger than `games`: 5.", "`quick.games`: 2000"):
        assert (size in tried, size in text) == (True, False)


def test_tables_are_regular(text):
    tables = re.findall(r"(?:^\|.*\n)+", text, flags=re.MULTILINE)
    assert tables
    for table in tables:
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1


def test_seed(text):
    assert "the seed 17." in text


def test_texts_of_users_are_no_markup(studies):
    """Elements and their number are those of harmless texts."""
    study = studies["osipa2017"]
    made = [_elements(methods([_said(study, say)], scale="paper", seed=1)) for say in (hostile, str)]
    assert made[0] == made[1]
    assert {"html_block", "html_inline", "link_open", "image"}.isdisjoint(made[0])


def _said(study, say):
    """The study with other texts."""
    config = study.config
    own = {key: say(config[key]) for key in ("authors", "title")}
    comparisons = {
        say(name): {say(label): each for label, each in members.items()}
        for name, members in config["comparisons"].items()
    }
    figures = {name: figure | {"title": say(figure["title"])} for name, figure in config["figures"].items()}
    defaults = config["defaults"] | {"players": {say("p"): {"name": say("q")}}}
    return replace(
        study,
        config={**config, **own, "comparisons": {}, "tables": {}, "figures": figures, "defaults": defaults}
        | {"comparisons": comparisons},
    )


def _elements(text):
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    return [each.type for token in tokens for each in [token, *(token.children or [])] if each.type not in TEXT]
