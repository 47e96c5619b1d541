"""Names of stored agents as pages have them, from the studies' files."""

from collections.abc import Iterable
from pathlib import Path

from tttcore.pipeline.config import read_yaml
from tttcore.plots.names import PlayerNames, player_names


def agent_names(studies: Iterable[str]) -> PlayerNames:
    """Names of the treatments of studies whose files are in the project's folder; documents keep their keys."""
    files = {study: Path("config", "studies", f"{study}.yaml") for study in studies}
    return PlayerNames(
        treatments={study: player_names(read_yaml(file)) for study, file in files.items() if file.is_file()}
    )
