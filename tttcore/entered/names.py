"""Names for people of the players of a field."""

from pathlib import Path

from tttcore.entered.field import Field
from tttcore.pipeline.yaml_file import read_yaml
from tttcore.plots.names import PlayerNames, player_names


def names_of_field(field: Field, config: str | Path = "config") -> PlayerNames:
    """Names of the treatments whose players are in a field, from the studies' files if these are there.

    Documents keep their keys.
    """
    studies = {each.study for each in field.players}
    files = {study: Path(config, "studies", f"{study}.yaml") for study in studies}
    return PlayerNames(
        treatments={study: player_names(read_yaml(file)) for study, file in files.items() if file.is_file()}
    )
