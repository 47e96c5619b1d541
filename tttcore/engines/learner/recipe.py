"""Recipe of the training of a user's learner: its file, its parameters, and how it is trained."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from tttcore.engines.learner.opponents import FILE as AGENT_FILE
from tttcore.engines.learner.opponents import ITSELF, opponent_policy
from tttcore.engines.learner.source import BASE, LOOP, is_loop, learners, parameters, source_files
from tttcore.games.position import Seat
from tttcore.pipeline.code_digests import files_digest, script_digest
from tttcore.pipeline.declaration import Between, Matching, build, declared
from tttcore.pipeline.messages import ConfigError, choices, enumerated, located

ALLOWED = f"class X({BASE}), or def train({', '.join(LOOP)})"


@declared
@dataclass(frozen=True)
class Recipe:
    """Parameters of a training."""

    learner: Annotated[str, Matching(r"[^:{}]+\.py(:\w+)?", "FILE.py, or FILE.py:NAME")]
    """Python file, from the project's folder, and in it a class, a `tttcore.learner.Learner`, or a function that trains
    one; the name may be left out if the file has one alone."""
    opponent: str
    """Opponent in training: random, careful or perfect moves, the learner `itself`, the id of a baseline, such as
    `house/random`, or a file that `ttt export` has written."""
    games: Annotated[int, Between(1, 100_000_000, "time grows with it")]
    """Games of a run."""
    parameters: dict[str, Any] = field(default_factory=dict)
    """Values of the learner's parameters; the others have their defaults."""
    seat: Seat = "both"
    """Seat of the learner; of both in turn, the first game as X."""
    seconds: Annotated[float, Between(0.1, 86_400)] = 60
    """Time that a game, or one look at what it has learnt, may take, in seconds of its own."""
    memory: Annotated[int, Between(16, 1_000_000)] = 4096
    """Memory of a run, in megabytes."""

    @property
    def file(self) -> Path:
        """The learner's file."""
        return Path(self.learner.partition(":")[0])

    @property
    def name(self) -> str:
        """Name of the learner's class or function."""
        return self.learner.partition(":")[2] or learners(self.file)[0]


def build_recipe(config: Mapping[str, Any], where: str) -> Recipe:
    """Build the recipe that a treatment's keys describe; the learner's file is read, not executed.

    Raises
    ------
    ConfigError
        For a missing key, a file without the class, a parameter that the class doesn't have, or a value of another
        type.
    """
    recipe: Recipe = build(Recipe, config, where)
    with located(f"{where}.learner"):
        own = learners(recipe.file)
    _, _, asked = recipe.learner.partition(":")
    if not own:
        raise ConfigError(f"{where}.learner: {recipe.file}: has no learner; allowed: {ALLOWED}")
    if not asked and len(own) > 1:
        raise ConfigError(f"{where}.learner: {recipe.file} has {enumerated(own)}; say which: {recipe.file}:{own[0]}")
    if asked and asked not in own:
        raise ConfigError(f"{where}.learner: {recipe.file} has no learner {asked!r}{choices(asked, own)}")
    build(parameters(recipe.file, recipe.name), recipe.parameters, f"{where}.parameters")
    if recipe.opponent == ITSELF and recipe.seat != "both":
        raise ConfigError(f"{where}.seat: {recipe.seat!r} with itself as opponent; allowed: both")
    if recipe.opponent == ITSELF and is_loop(recipe.file, recipe.name):
        raise ConfigError(f"{where}.opponent: {ITSELF!r} for a function; allowed: opponents that don't learn")
    if recipe.opponent != ITSELF:
        with located(f"{where}.opponent"):
            opponent_policy(recipe.opponent, recipe.seat)
    return recipe


def recipe_files(recipe: Recipe) -> list[str]:
    """Digests of the files that runs depend on: the learner's, modules beside it that it imports, and the opponent's.

    Comments, layout and docstrings of Python files don't count.
    """
    opponents = [recipe.opponent] if recipe.opponent.endswith(AGENT_FILE) else []
    return [*map(script_digest, source_files(recipe.file)), *([files_digest(opponents)] if opponents else [])]
