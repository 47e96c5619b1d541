"""A small recipe of Genies that tests change as they need."""

from typing import Any

RECIPE: dict[str, Any] = {
    "edge": 3,
    "dimensions": 2,
    "population": 6,
    "static": {"count": 2, "strategy": 3},
    "games": 10,
    "start": {"name": "uniform", "low": 0, "high": 9},
    "goal": "win",
    "score": {"name": "halved", "division": "real"},
    "replace": {"name": "worst", "best_of": "family"},
    "cross": {"name": "copy"},
    "mutate": {"name": "drift", "percent": 20.0},
    "generations": 12,
    "unofficial": {"every": 5, "games": 3},
    "success": {"score": 105, "window": 4},
}
