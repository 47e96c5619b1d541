"""Compile every kernel of genetic algorithms by small runs."""


def _pooled(seat: str, opponent: str) -> dict[str, object]:
    by = {"name": "losses", "opponent": {"name": opponent}}
    return {
        "seat": seat,
        "coding": {"name": "cells"},
        "population": 4,
        "select": {"name": "sus", "by": by},
        "cross": {"name": "n_point", "sites": 1},
        "mutate": {"name": "random_reset", "slope": 0, "base": 1},
        "breed": {"name": "in_sequence"},
        "pool": ["parents", "unmutated", "mutated"],
        "replace": {"name": "controlled_elite", "by": by},
        "first_generation": 0,
        "generations": 1,
    }


RECIPES = (
    _pooled("first", "umg"),
    _pooled("second", "rmg"),
    {
        "seat": "both",
        "coding": {"name": "situations"},
        "population": 4,
        "select": {"name": "tournament", "size": 2},
        "cross": {"name": "switching", "rate": 0.1},
        "mutate": {"name": "per_gene_reset", "rate": 0.1},
        "breed": {"name": "exclusive", "mutate": 0.25, "replicate": 0.25},
        "pool": ["children"],
        "replace": {"name": "generational"},
        "first_generation": 1,
        "generations": 2,
    },
)
"""Two generations for each opponent and kind of breeding."""
