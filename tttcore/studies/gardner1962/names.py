"""Names of the treatments for people."""

SHORT = {
    "random": "random moves",
    "careful": "careful moves",
    "perfect": "perfect play",
    "person": "a person",
    "rewarded": "a person, wins rewarded",
    "as-menace": "a person, beads as MENACE's",
    "separate": "a person, mirror images apart",
    "free": "a person, forced moves without boxes",
}
"""By key: who plays against the machine, and what else differs."""
TREATMENTS = {key: f"Hexapawn machine trained against {name}" for key, name in SHORT.items()}
LABELS = {"random": "random moves", "careful": "careful moves", "perfect": "perfect play", "person": "a person"}
"""By label."""
