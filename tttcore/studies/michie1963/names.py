"""Names of the treatments for people."""

SHORT = {
    "random": "random moves",
    "careful": "careful moves",
    "perfect": "perfect play",
    "person": "a person",
    "unsound": "a person, half of all moves unsound",
    "refilled": "perfect play, empty boxes refilled",
    "even-start": "a person, four beads everywhere",
    "separate": "a person, every position apart",
    "random-cells": "random moves, beads for every cell",
    "careful-cells": "careful moves, beads for every cell",
    "perfect-cells": "perfect play, beads for every cell",
    "person-cells": "a person, beads for every cell",
}
"""By key: who plays against the machine, and what else differs."""
TREATMENTS = {key: f"MENACE trained against {name}" for key, name in SHORT.items()}
LABELS = {"random": "random moves", "careful": "careful moves", "perfect": "perfect play", "person": "a person"}
"""By label."""
