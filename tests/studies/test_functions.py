"""A name in a study's file is a function of that name, or the file is refused in one line."""

import pytest
from project import ROOT, SHRINK

from tttcore.engines.engine import read_study
from tttcore.pipeline.messages import ConfigError
from tttcore.studies.figures import figures_of
from tttcore.studies.functions import functions
from tttcore.studies.tables import tables_of


@pytest.mark.parametrize("name", SHRINK)
def test_every_name_is_a_function_in_the_studys_module(name):
    study = read_study(ROOT / "config" / "studies" / f"{name}.yaml")
    for table, made in tables_of(study.config, study.file).items():
        assert made.function.__name__ == table
        assert made.function.__module__.startswith((f"tttcore.studies.{name}.", "tttcore.stats.tables"))
    drawn = functions(name, "figures", study.config["figures"], study.file)
    assert [function.__name__ for function in drawn.values()] == [each.replace("-", "_") for each in drawn]


@pytest.mark.parametrize(
    ("part", "name", "message"),
    [
        ("tables", "machnes", "tttcore/studies/gardner1962/tables.py has no 'machnes' (did you mean 'machines'?)"),
        ("tables", "columns", "tttcore/studies/gardner1962/tables.py has no 'columns'; known: "),
        ("figures", "lerning", "tttcore/studies/gardner1962/figures.py has no 'lerning' (did you mean 'learning'?)"),
        ("figures", "machine-curves", "tttcore/studies/gardner1962/figures.py has no 'machine_curves'; known: "),
        ("benchmarks", "times", "tttcore/engines/benchmarks.py has no 'times'; known: none"),
    ],
)
def test_an_unknown_name(part, name, message):
    with pytest.raises(ConfigError) as refused:
        functions("gardner1962", part, [name], "g.yaml")
    assert str(refused.value).startswith(f"g.yaml: {part}.{name}: {message}")


def test_a_study_without_modules_has_the_shared_functions():
    config = {"study": "mine", "tables": {"summaries": "Means"}, "figures": {"solved": {"title": "Solved"}}}
    assert tables_of(config, "mine.yaml")["summaries"].caption == "Means"
    assert [*figures_of(config, "mine.yaml")] == ["solved"]
