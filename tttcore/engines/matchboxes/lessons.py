"""Learning rule of a machine on the play page, if the stored beads are enough to apply its recipe."""

from tttcore.engines.matchboxes.recipe import Recipe
from tttcore.engines.page_modules import Rule

UNREACHED = "a refilled box could lead it to boxes whose beads this page doesn't hold"
LUMPED = "it takes several beads of a move at once, and this page holds the beads of symmetric moves as one number"


def rule(recipe: Recipe) -> Rule | str:
    """See `engines.page_modules.Lessons`.

    If positions share no boxes, the page holds their beads only as far as the machine can come. It holds the beads of
    symmetric moves as one number, which follows the same probabilities as long as no move loses more beads at once than
    the one that was drawn.
    """
    if recipe.symmetry == "separate" and recipe.empty == "refilled":
        return UNREACHED
    if recipe.symmetry == "boxes" and min(*recipe.win, *recipe.draw, *recipe.loss) < -1:
        return LUMPED
    return {
        "symmetry": recipe.symmetry,
        "forced": recipe.forced,
        "start": recipe.start,
        "win": recipe.win,
        "draw": recipe.draw,
        "loss": recipe.loss,
        "learns": recipe.learns,
        "empty": recipe.empty,
    }
