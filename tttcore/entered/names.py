"""Names for people of the players of a field."""

from tttcore.entered.field import Field
from tttcore.plots.names import PlayerNames
from tttcore.studies.treatment_names import treatment_names


def names_of_field(field: Field) -> PlayerNames:
    """Names of the treatments whose players are in a field; documents keep their keys."""
    return PlayerNames(treatments={study: treatment_names(study) for study in {each.study for each in field.players}})
