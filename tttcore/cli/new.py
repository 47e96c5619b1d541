"""`ttt new-project`, `ttt new` and `ttt schema`: begin a project, an engine or a study; say what its file may say."""

import errno
import json
import keyword
import re
import shlex
import shutil
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tttcore.cli.output import opened

SKELETON = Path(__file__).with_name("skeleton")


@click.command(short_help="Create a folder to run the workflow in.", epilog="\b\nExample:\n  ttt new-project mine")
@click.argument("folder", type=click.Path(path_type=Path))
def new_project(folder: Path) -> None:
    """Write a project to a new FOLDER: a Snakefile that includes the installed workflow, configuration and profiles.

    Where only the package is installed, this takes the place of a checkout: change the configuration, add studies, and
    run `snakemake --cores all` in the folder.
    """
    from tttcore.pipeline.files import PARTIAL, workflow_files  # noqa: PLC0415

    try:
        if folder.exists():
            raise click.UsageError(f"{folder} already exists; choose another name")
        there = next(each for each in folder.absolute().parents if each.exists())
        with TemporaryDirectory(prefix=PARTIAL, dir=there) as beside:
            made = shutil.copytree(SKELETON / "project", Path(beside, folder.name))
            (made / "gitignore").rename(made / ".gitignore")
            for part in ("config", "profiles"):
                shutil.copytree(workflow_files() / part, made / part)
            folder.parent.mkdir(parents=True, exist_ok=True)
            made.rename(folder)
    except OSError as error:  # of several files, `shutil` tells each, and the first counts
        reason = error.strerror or re.sub(r".*?\[Errno \d+\] ([^:]*).*", r"\1", str(error))
        remedy = "; choose a shorter name" if error.errno == errno.ENAMETOOLONG else ""
        raise ValueError(f"{folder}: cannot be written: {reason}{remedy}") from None
    click.echo(f"run it: cd {shlex.quote(str(folder))} && snakemake --cores all --config scale=quick")


@click.group(short_help="Create an engine or a study in a project.")
def new() -> None:
    """Create the files of a new engine, in a checkout, or of a new study, ready to run."""


@new.command(short_help="Create an engine.", epilog="\b\nExample:\n  ttt new engine random_search")
@click.argument("name")
def engine(name: str) -> None:
    """Write the engine NAME to tttcore/engines/NAME/ and its test to tests/unit/engines/NAME/.

    The new engine is complete: a random search for a policy of 3x3, with a recipe, stored runs and players for the
    league. Replace its parts by your own, one by one.
    """
    _check_name(name, r"[a-z][a-z0-9_]{0,99}", "up to 100 lower-case letters, digits and _")
    folder = Path("tttcore/engines") / name
    files = _parts("engine", folder)
    files[Path("tests/unit/engines") / name / f"test_{name}.py"] = SKELETON / "test.py.j2"
    _write(files, beside=folder.parent, name=name)


@new.command(
    short_help="Create a study.",
    epilog="\b\nExamples:\n  ttt new study mine2026\n  ttt new engine random_search\n"
    "  ttt new study search2026 --engine random_search",
)
@click.argument("name")
@click.option(
    "--engine", default="learner", help="Engine of its runs: learner, or one that `ttt new engine` has written."
)
def study(name: str, engine: str) -> None:
    """Write the study NAME: config/studies/NAME.yaml, its statement and finding in config/claims/ and config/findings/.

    It measures a learner in Python, config/learners/NAME.py. With another engine its tables and figures are in
    tttcore/studies/NAME/.
    """
    from tttcore.engines.engine import engines  # noqa: PLC0415
    from tttcore.pipeline.messages import choices  # noqa: PLC0415
    from tttcore.project import RESERVED  # noqa: PLC0415

    _check_name(name, r"[a-z][a-z0-9]{0,99}", "up to 100 lower-case letters and digits")
    if name in RESERVED:
        raise click.UsageError(f"the name {name!r} is taken by {RESERVED[name]}; choose another")
    if engine not in engines():
        raise click.UsageError(f"--engine: unknown engine {engine!r}{choices(engine, engines())}")
    values = {"name": name, "engine": engine}
    if engine == "learner":
        begun = SKELETON / "learner"
        own = {Path("config/learners") / f"{name}.py": begun / "learner.py.j2"}
    else:
        begun, own = SKELETON, _parts("study", Path("tttcore/studies") / name)
        _check_recipe(_rendered(begun / "study.yaml.j2", **values), made_by=engine)
    files = {
        Path("config/studies") / f"{name}.yaml": begun / "study.yaml.j2",
        Path("config/claims") / f"{name}.csv": begun / "claims.csv.j2",
        Path("config/findings") / f"{name}.csv": SKELETON / "findings.csv.j2",
        **own,
    }
    _write(files, beside=Path("config/studies"), **values)
    click.echo(f"run it: snakemake --cores all {name} --config scale=quick")


@click.command(short_help="Print the schema of a configuration file.")
@click.argument("name", metavar="project|ENGINE|readme")
def schema(name: str) -> None:
    """Print the JSON schema of config/config.yaml (project), or of a study's file with the recipes of an ENGINE.

    With readme, write the tables of keys in config/README.md from the same declarations.
    """
    from tttcore.cli.config_readme import with_tables  # noqa: PLC0415
    from tttcore.engines.engine import engines  # noqa: PLC0415
    from tttcore.engines.study_files import study_settings  # noqa: PLC0415
    from tttcore.pipeline.declaration import json_schema  # noqa: PLC0415
    from tttcore.pipeline.files import read_text  # noqa: PLC0415
    from tttcore.pipeline.messages import choices  # noqa: PLC0415
    from tttcore.pipeline.settings import ProjectSettings  # noqa: PLC0415

    known = ["project", *engines(), "readme"]
    if name not in known:
        raise click.UsageError(f"unknown schema {name!r}{choices(name, known)}")
    if name == "readme":
        guide = Path("config/README.md")
        text = with_tables(read_text(guide))
        with opened(guide) as file:
            file.write(text)
    else:
        kind: type = ProjectSettings if name == "project" else study_settings(name)
        rules = {"$schema": "https://json-schema.org/draft/2020-12/schema", **json_schema(kind)}
        click.echo(json.dumps(rules, indent=2))


def _check_name(name: str, pattern: str, allowed: str) -> None:
    if not re.fullmatch(pattern, name) or keyword.iskeyword(name):
        raise click.UsageError(f"{name!r} can't be a name; allowed: {allowed}, beginning with a letter")


def _check_recipe(study: str, *, made_by: str) -> None:
    """Check that an engine can run a study's file as it is begun."""
    import yaml  # noqa: PLC0415

    from tttcore.engines.study_files import check_recipes, study_settings  # noqa: PLC0415
    from tttcore.pipeline.config import checked  # noqa: PLC0415
    from tttcore.pipeline.messages import ConfigError  # noqa: PLC0415
    from tttcore.pipeline.study import Study  # noqa: PLC0415

    config = yaml.safe_load(study)
    file = f"{config['study']}.yaml"
    try:
        check_recipes(Study.of(checked(config, study_settings(made_by), file), file))
    except ConfigError as error:
        raise click.UsageError(
            f"--engine: {made_by!r} doesn't take the recipe of a new study ({error}); allowed: learner, and engines "
            "that `ttt new engine` has written; for others copy the files of one of their studies"
        ) from None


def _parts(kind: str, folder: Path) -> dict[Path, Path]:
    """Templates of a package by the files that they become in a folder."""
    return {folder / source.name.removesuffix(".j2"): source for source in sorted((SKELETON / kind).iterdir())}


def _rendered(source: Path, **values: str) -> str:
    """Text of a template with these values."""
    from jinja2 import Environment, StrictUndefined  # noqa: PLC0415

    environment = Environment(undefined=StrictUndefined, keep_trailing_newline=True, autoescape=False)
    return environment.from_string(source.read_text(encoding="utf-8")).render(values)


def _write(files: dict[Path, Path], *, beside: Path, **values: str) -> None:
    """Write files from their templates, none if one is there already or can't be written."""
    if not beside.is_dir():
        raise click.UsageError(f"no folder {beside} here; run this in a checkout of the project")
    for path in files:
        if path.exists():
            raise click.UsageError(f"{path} already exists; choose another name")
    with ExitStack() as writing:
        for path, source in files.items():
            file = writing.enter_context(opened(path))
            file.write(_rendered(source, **values))
            file.flush()  # so that none takes its place where another finds no room
    for path in files:
        click.echo(path)
